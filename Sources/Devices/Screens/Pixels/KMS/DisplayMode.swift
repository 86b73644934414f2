public import BoothCore

/// One timing that a display can be driven by, as its EDID or the kernel offers it (kernel documentation,
/// `struct drm_mode_modeinfo`; CEA-861 has the usual ones).
public struct DisplayMode: Sendable, Hashable, CustomStringConvertible {
  /// One direction's timing, in pixels or rows.
  public struct Timing: Sendable, Hashable {
    /// Pixels of a row, or rows of a picture, that are seen; they come first.
    public var visible: Int
    /// Where the sync pulse begins, counted from the first visible one.
    public var syncStart: Int
    /// Where the sync pulse ends, counted from the first visible one.
    public var syncEnd: Int
    /// All of them, with the blank ones; the next row or picture begins then.
    public var total: Int

    /// Checks nothing: the numbers come from a display.
    public init(visible: Int, syncStart: Int, syncEnd: Int, total: Int) {
      self.visible = visible
      self.syncStart = syncStart
      self.syncEnd = syncEnd
      self.total = total
    }
  }

  /// A row's timing, in pixels.
  public var horizontal: Timing
  /// A picture's timing, in rows.
  public var vertical: Timing
  /// The pixel clock.
  public var clockKilohertz: Int
  var skew = 0
  /// Rows shown several times.
  var scan = 0
  /// `DRM_MODE_FLAG_*`.
  var flags: UInt32 = 0
  /// `DRM_MODE_TYPE_*`.
  var type: UInt32 = 0

  /// By default neither preferred, interlaced nor doubled. The clock is the pixel clock, in kilohertz.
  public init(horizontal: Timing, vertical: Timing, clockKilohertz: Int, flags: UInt32 = 0, type: UInt32 = 0) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.clockKilohertz = clockKilohertz
    self.flags = flags
    self.type = type
  }

  /// What is seen of it, in pixels.
  public var size: PixelSize { PixelSize(width: horizontal.visible, height: vertical.visible) }
  /// `DRM_MODE_TYPE_PREFERRED`: what the display itself would like best.
  public var isPreferred: Bool { type & 1 << 3 != 0 }
  /// `DRM_MODE_FLAG_INTERLACE`.
  public var isInterlaced: Bool { flags & 1 << 4 != 0 }
  /// `DRM_MODE_FLAG_DBLSCAN`.
  public var isDoubleScanned: Bool { flags & 1 << 5 != 0 }

  /// From one picture, or half picture of an interlaced mode, to the next; a sixtieth of a second where the timing says
  /// nothing sensible.
  public var refreshInterval: Duration {
    guard clockKilohertz > 0, horizontal.total > 0, vertical.total > 0 else { return .nanoseconds(16_666_667) }
    var pixels = Int64(horizontal.total) * Int64(vertical.total)
    if isDoubleScanned { pixels *= 2 }
    if scan > 1 { pixels *= Int64(scan) }
    if isInterlaced { pixels = (pixels + 1) / 2 }
    return .nanoseconds((pixels * 1_000_000 + Int64(clockKilohertz) / 2) / Int64(clockKilohertz))
  }

  /// Pictures a second (half pictures where interlaced), rounded as ``refreshInterval`` is to a nanosecond.
  public var hertz: Double { 1 / refreshInterval.inSeconds }

  /// `1920x1080@60`, `1920x1080i@59.94`.
  public var description: String { "\(size)\(isInterlaced ? "i" : "")@\(DisplayMode.text(hertz: hertz))" }

  /// At most two decimals, and none that are zero.
  static func text(hertz: Double) -> String {
    let hundredths = Int(hertz * 100 + 0.5)
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// A mode as a person asks for it: `1920x1080`, `1280x720@50`.
public struct ModeRequest: Sendable, Hashable, CustomStringConvertible {
  /// The visible size in pixels, each side from 1 to 32,767 where it was read from text.
  public var size: PixelSize
  /// Pictures a second; nil for any. A mode within 0.6 of it meets the request.
  public var hertz: Double?

  /// Checks nothing; nil takes any rate.
  public init(size: PixelSize, hertz: Double? = nil) {
    self.size = size
    self.hertz = hertz
  }

  /// Nil for anything but a width, an `x`, a height, and perhaps an `@` with a rate between 1 and 1000.
  public init?(text: String) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let sides = halves[0].lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard halves.count <= 2, sides.count == 2, let width = Self.side(sides[0]), let height = Self.side(sides[1]) else {
      return nil
    }
    size = PixelSize(width: width, height: height)
    guard halves.count == 2 else { return }
    let digits = halves[1].utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard digits, let rate = Double(halves[1]), rate >= 1, rate <= 1000 else { return nil }
    hertz = rate
  }

  private static func side(_ text: Substring) -> Int? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text), (1...32_767).contains(number) else {
      return nil
    }
    return number
  }

  /// As ``init(text:)`` reads it: `1920x1080`, `1280x720@50`.
  public var description: String { "\(size)\(hertz.map { "@" + DisplayMode.text(hertz: $0) } ?? "")" }
}

extension DisplayMode {
  /// How far a mode's rate may be from the wished one: 59.94 is 60.
  static let rateTolerance = 0.6

  /// The mode to use.
  ///
  /// A request is met by a mode of its size, and of its rate where it names one; of several the display's preferred one is
  /// taken, else the fastest up to 60.5 Hz. Without a request, or with one that nothing meets, it is the preferred mode, else
  /// the kernel's first. Interlaced and doubled ones only where there is nothing else.
  /// - Returns: nil if there is none at all.
  public static func choice(of modes: [DisplayMode], requested: ModeRequest?) -> (
    mode: DisplayMode, meetsRequest: Bool
  )? {
    let plain = modes.filter { !$0.isInterlaced && !$0.isDoubleScanned }
    let usable = plain.isEmpty ? modes : plain
    if let requested, let mode = fitting(requested, usable) ?? fitting(requested, modes) { return (mode, true) }
    guard let mode = usable.first(where: \.isPreferred) ?? usable.first else { return nil }
    return (mode, requested == nil)
  }

  private static func fitting(_ requested: ModeRequest, _ modes: [DisplayMode]) -> DisplayMode? {
    let sized = modes.filter { $0.size == requested.size }
    if let hertz = requested.hertz {
      func distance(_ mode: DisplayMode) -> Double { abs(mode.hertz - hertz) }
      let nearest = sized.min { distance($0) < distance($1) }
      return nearest.flatMap { distance($0) <= rateTolerance ? $0 : nil }
    }
    if let preferred = sized.first(where: \.isPreferred) { return preferred }
    let calm = sized.filter { $0.hertz <= 60.5 }
    return (calm.isEmpty ? sized : calm).max { $0.hertz < $1.hertz }
  }
}
