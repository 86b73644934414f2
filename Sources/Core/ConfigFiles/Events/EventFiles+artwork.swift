public import BoothCore

extension EventFiles {
  /// The events in these folders.
  public func load() -> EventLibrary { EventLibrary(reading: self) }

  /// The bytes of the event's artwork. What is missing, too large or no picture is left out, with a warning each;
  /// addresses (`asset:`, `https:`) are left out without one, as the event's file was told already.
  public func artwork(for event: Event) -> (artwork: Artwork, problems: [EventProblem]) {
    var problems: [EventProblem] = []
    func bytes(_ key: String, _ name: String?) -> [UInt8]? {
      picture(name, key: key, of: event, problems: &problems)
    }
    var artwork = Artwork(
      logo: bytes(event.theme.pictureKey("logo"), event.theme.logo),
      background: bytes(event.theme.pictureKey("background"), event.theme.background),
      photoFrame: bytes(event.theme.pictureKey("photo_frame"), event.theme.photoFrame),
      stripFrame: bytes(event.theme.pictureKey("strip_frame"), event.theme.stripFrame),
      attract: bytes("attract", event.attract))
    for (key, name) in event.frameNames where artwork.frames[name] == nil {
      artwork.frames[name] = bytes(key, name)
    }
    return (artwork, problems)
  }

  /// The bytes of the picture to aim by in `strip` (from 0), or nil where there is none or a problem.
  public func guide(ofStrip strip: Int, of event: Event) -> (bytes: [UInt8]?, problems: [EventProblem]) {
    guard event.plan.strips.indices.contains(strip) else { return (nil, []) }
    var problems: [EventProblem] = []
    let bytes = picture(
      event.plan.strips[strip].guide, key: "plan.strips[\(strip)].guide", of: event, problems: &problems)
    return (bytes, problems)
  }

  /// The event's picture files that can be read, each with the key that names it, and with every use of it; what cannot
  /// be read is among the problems of the event's folder.
  public func pictures(of event: Event) -> [(key: String, name: String, bytes: [UInt8])] {
    var problems: [EventProblem] = []
    return pictureNames(of: event).compactMap { key, name in
      picture(name, key: key, of: event, problems: &problems).map { (key, name ?? "", $0) }
    }
  }

  /// What is wrong with the event's picture files, from their first bytes and sizes alone.
  func artworkProblems(of event: Event) -> [EventProblem] {
    var problems: [EventProblem] = []
    for (key, name) in pictureNames(of: event) {
      _ = picture(name, key: key, of: event, headOnly: true, problems: &problems)
    }
    return problems
  }

  private func pictureNames(of event: Event) -> [(key: String, name: String?)] {
    let theme = event.theme
    var pictures: [(key: String, name: String?)] = [
      (theme.pictureKey("logo"), theme.logo), (theme.pictureKey("background"), theme.background),
      (theme.pictureKey("photo_frame"), theme.photoFrame), (theme.pictureKey("strip_frame"), theme.stripFrame),
      ("attract", event.attract),
    ]
    pictures += event.frameNames.map { ($0.key, $0.name) }
    pictures += event.plan.strips.enumerated().map { ("plan.strips[\($0)].guide", $1.guide) }
    return pictures
  }

  private func picture(
    _ name: String?, key: String, of event: Event, headOnly: Bool = false, problems: inout [EventProblem]
  ) -> [UInt8]? {
    guard let name, !ArtworkName.isAddress(name) else { return nil }
    let found: String
    do throws(EventFilesError) {
      guard ArtworkName.isInsideFolder(name) else {
        throw EventFilesError(.outside, subject: name, detail: "a name that leads out of it")
      }
      let limit = ArtworkName.maximumBytes
      let bytes =
        try headOnly
        ? head(name, in: event.folder, limit: limit) : read(name, in: event.folder, limit: limit)
      if !ArtworkName.isPicture(bytes) {
        found = "a file that is neither"
      } else if let (width, height) = ArtworkName.pixelsOfPNG(bytes), !ArtworkName.isDecoded(width, height) {
        found = "a picture of \(width)x\(height) pixels"
      } else {
        return bytes
      }
    } catch {
      found = error.detail
    }
    problems.append(
      EventProblem(
        .warning, file: path(of: EventLibrary.fileName, in: event.folder), key: key,
        expected: "a PNG or JPEG file of at most \(ArtworkName.maximumBytes) bytes and "
          + "\(ArtworkName.largestArea / 1_000_000) megapixels in the event's folder",
        found: "\"\(name.printable(limit: 80))\": \(found)", consequence: "nothing is shown in its place"))
    return nil
  }
}

extension ArtworkName {
  /// The largest picture file that the booth reads.
  public static let maximumBytes = 32 << 20

  static func isDecoded(_ width: Int, _ height: Int) -> Bool {
    (1...longestSide).contains(width) && (1...longestSide).contains(height) && width * height <= largestArea
  }

  /// Width and height from a PNG's first bytes (PNG specification, 11.2.2: the header comes first); nil for anything
  /// else.
  static func pixelsOfPNG(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 24, bytes[0] == 0x89, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(at: 16), number(at: 20))
  }

  /// Whether the bytes begin as a PNG (PNG specification, 5.2) or a JPEG (start of image, then a marker) does.
  static func isPicture(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) || bytes.starts(with: [0xFF, 0xD8, 0xFF])
  }
}
