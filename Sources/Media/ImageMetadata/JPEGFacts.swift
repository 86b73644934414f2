import BoothCore

/// A JPEG file's segments (ITU-T T.81, annex B) up to its first scan.
enum JPEGFacts {
  /// More segments stand before no picture; colour profiles take dozens.
  static let segmentLimit = 600

  static func read(_ window: ByteWindow, into facts: inout PhotoFacts) {
    var xmp: Range<Int>?
    var resources: Range<Int>?
    var multiPicture: Range<Int>?
    var hasExif = false
    var profile: [(number: Int, range: Range<Int>)] = []
    let ending = walk(window, at: 0, end: window.count) { marker, payload in
      switch marker {
      case 0xE1 where !hasExif && window.starts(payload.lowerBound, with: "Exif\0"):
        hasExif = true
        if let tags = TagReader(window, at: payload.lowerBound + 6, end: payload.upperBound) {
          ExifFacts.read(tags, into: &facts)
        }
      case 0xE1 where xmp == nil && window.starts(payload.lowerBound, with: "http://ns.adobe.com/xap/1.0/\0"):
        xmp = payload.lowerBound + 29..<payload.upperBound
      case 0xE2 where multiPicture == nil && window.starts(payload.lowerBound, with: "MPF\0"):
        multiPicture = payload.lowerBound + 4..<payload.upperBound
      case 0xE2 where profile.count < 255 && window.starts(payload.lowerBound, with: "ICC_PROFILE\0"):
        // ICC.1, B.4: which of how many pieces follow the mark.
        profile.append((window.byte(payload.lowerBound + 12) ?? 0, payload.dropFront(14)))
      case 0xED where window.starts(payload.lowerBound, with: "Photoshop 3.0\0"):
        facts.isChanged = true
        resources = resources ?? payload.lowerBound + 14..<payload.upperBound
      case _ where isFrame(marker):
        // The size of the first frame holds; there is more than one only in files of several resolutions.
        if facts.size == nil { facts.size = frameSize(window, payload) }
      default: break
      }
      return true
    }
    if let xmp { XMPFacts.read(window, xmp, into: &facts) }
    if facts.taken == nil, let resources { IPTCFacts.readResources(window, resources, into: &facts) }
    facts.profile = profile.sorted { ($0.number, $0.range.lowerBound) < ($1.number, $1.range.lowerBound) }.map(\.range)
    if let multiPicture { addPictures(window, multiPicture, into: &facts) }
    switch ending {
    case .scan: if facts.size == nil { facts.trouble = .damaged }
    case .end: facts.trouble = .damaged
    case .cut: facts.trouble = window.hasFailed ? .unreadable : .cut
    case .tooFar: break
    case .nonsense: facts.trouble = .damaged
    }
  }

  /// The size of a picture within a file; nil where its frame header is not near.
  static func size(_ window: ByteWindow, at start: Int, end: Int) -> PixelSize? {
    var size: PixelSize?
    _ = walk(window, at: start, end: end) { marker, payload in
      guard isFrame(marker) else { return true }
      size = frameSize(window, payload)
      return false
    }
    return size
  }

  private enum Ending { case scan, end, cut, nonsense, tooFar }

  /// Calls `body` with each segment until the first scan, or until it answers false.
  private static func walk(
    _ window: ByteWindow, at start: Int, end: Int, _ body: (_ marker: Int, _ payload: Range<Int>) -> Bool
  ) -> Ending {
    var at = start + 2
    for _ in 0..<segmentLimit {
      // Any number of filling bytes may stand before a marker; some writers leave other bytes there.
      var passed = 0
      while let byte = window.byte(at), byte != 0xFF, passed < 4096 { (at, passed) = (at + 1, passed + 1) }
      while let byte = window.byte(at + 1), byte == 0xFF, passed < 4096 { (at, passed) = (at + 1, passed + 1) }
      guard passed < 4096 else { return .nonsense }
      guard at < end, let marker = window.byte(at + 1) else { return .cut }
      switch marker {
      case 0xD9: return .end
      case 0xDA: return .scan
      case 0x00, 0x01, 0xD0...0xD8:
        at += 2
        continue
      default: break
      }
      guard let length = window.number(at + 2, 2) else { return .cut }
      guard length >= 2 else { return .nonsense }
      guard at + 2 + length <= end else { return .cut }
      if !body(marker, at + 4..<at + 2 + length) { return .scan }
      at += 2 + length
    }
    return .tooFar
  }

  private static func isFrame(_ marker: Int) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  private static func frameSize(_ window: ByteWindow, _ payload: Range<Int>) -> PixelSize? {
    guard payload.count >= 6, let height = window.number(payload.lowerBound + 1, 2),
      let width = window.number(payload.lowerBound + 3, 2), width > 0, height > 0
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The smaller pictures of CIPA DC-007's index, which stand behind the main one. Their sizes are not read here, as that
  /// is far away.
  private static func addPictures(_ window: ByteWindow, _ segment: Range<Int>, into facts: inout PhotoFacts) {
    guard let tags = TagReader(window, at: segment.lowerBound, end: segment.upperBound),
      let index = tags.directory(tags.first), let entry = index.entry(0xB002)
    else { return }
    for number in 0..<min(entry.count / 16, Previews.limit) {
      let at = entry.at + number * 16
      guard let attribute = window.number(at, 4, little: tags.isLittle),
        let length = window.number(at + 4, 4, little: tags.isLittle),
        let offset = window.number(at + 8, 4, little: tags.isLittle)
      else { return }
      // Type 1 is a smaller picture of the same; others are of panoramas, of the other eye, of depth.
      guard attribute & 0xFF_0000 == 0x01_0000, offset > 0, length >= 128, facts.previews.count < Previews.limit else {
        continue
      }
      let start = segment.lowerBound + offset
      guard start < window.count, length <= window.count - start else { continue }
      let range = start..<start + length
      guard !facts.previews.contains(where: { $0.range == range }) else { continue }
      facts.previews.append(PhotoPreview(range: range, size: nil, orientation: facts.orientation))
    }
  }
}
