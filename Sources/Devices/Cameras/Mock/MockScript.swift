public import BoothCore

/// What a ``MockCamera`` shows and what goes wrong with it, and when.
///
/// As a file it is JSON5; everything may be left out. `Devices/Cameras/mock.json5` shows every key and every fault:
///
/// ```json5
/// {
///   pictures: "../photos",    // a folder of JPEGs, from this file's place; without it, drawn guests
///   pattern: true,            // a moving test pattern with each picture's number instead of guests
///   size: "1920x1080",        // of live frames, both even
///   framesPerSecond: 30,
///   layout: "i420",           // or "jpeg"
///   stillSize: "4000x3000",   // of drawn photos; a folder's photos have their own
///   seed: 1,                  // other colours and movements
///   delays: {lag: 0.12, still: 0.8},  // how long the calls take, in seconds
///   faults: [{at: {still: 2}, do: "failFocus"}, {at: {frame: 90}, do: "lose", seconds: 3}],
/// }
/// ```
public struct MockScript: Sendable, Equatable {
  /// A folder of photographs; nil for drawn guests, or the test pattern.
  public var pictures: String?
  /// Whether a moving test pattern is shown, in which each picture has its number, where there are no ``pictures``.
  public var showsPattern: Bool
  /// The size of live frames: both sides even and from 64 to 8192 pixels.
  public var size: PixelSize
  /// How many live frames a second it gives: 1 to 240.
  public var framesPerSecond: Int
  /// `.i420` or `.jpeg`.
  public var layout: FrameLayout
  /// The size of drawn photos, within the same limits as ``size``; photographs of a folder keep their own.
  public var stillSize: PixelSize
  /// Other guests come first, or the test pattern has other colours and movements; the same seed draws the same pictures.
  public var seed: UInt64
  /// What it calls itself; nil for a mock camera's own name.
  public var model: String?
  /// Whether its photos are exposures of their own, as a DSLR's.
  public var takesStills = true
  /// What it says it can do; empty for just what it delivers.
  public var formats: [String] = []
  /// How long its calls take.
  public var delays = MockDelays()
  /// What goes wrong, and when; empty for a camera that never fails.
  public var faults: [MockFault]

  /// A script, by default of drawn guests at 1080p and 30 frames a second without faults.
  ///
  /// Sizes, rate and layout must be within their limits: those of a file are checked when it is read, and any other is
  /// the caller's mistake and ends the program.
  public init(
    pictures: String? = nil, showsPattern: Bool = false, size: PixelSize = PixelSize(width: 1920, height: 1080),
    framesPerSecond: Int = 30,
    layout: FrameLayout = .i420, stillSize: PixelSize = PixelSize(width: 4000, height: 3000), seed: UInt64 = 1,
    faults: [MockFault] = []
  ) {
    precondition(MockScript.allows(size: size) && MockScript.allows(size: stillSize), "sizes are even, 64 to 8192")
    precondition(MockScript.rates.contains(framesPerSecond), "rates are 1 to 240 frames a second")
    precondition(layout == .i420 || layout == .jpeg, "a mock camera delivers I420 or JPEG")
    self.pictures = pictures
    self.showsPattern = showsPattern
    self.size = size
    self.framesPerSecond = framesPerSecond
    self.layout = layout
    self.stillSize = stillSize
    self.seed = seed
    self.faults = faults
  }

  static func allows(size: PixelSize) -> Bool {
    size.width % 2 == 0 && size.height % 2 == 0 && (64...8192).contains(size.width) && (64...8192).contains(size.height)
  }

  /// In frames a second.
  static let rates = 1...240
}
