import BoothCore

/// A JPEG picture that stands somewhere in a file of another kind, with all that it says of itself.
enum InnerJPEG {
  private struct Part: PhotoBytes {
    let window: ByteWindow
    let range: Range<Int>
    var count: Int { range.count }

    func read(at: Int, count: Int) -> [UInt8] {
      guard at >= 0, at < range.count else { return [] }
      return Array(window.bytes(range.lowerBound + at, min(count, range.count - at)) ?? [])
    }
  }

  /// What it says, with its previews' places counted from the file's beginning; nil where none stands there.
  static func facts(_ window: ByteWindow, _ range: Range<Int>) -> PhotoFacts? {
    guard range.lowerBound > 0, range.count >= 128, range.upperBound <= window.count,
      window.number(range.lowerBound, 3) == 0xFFD8FF
    else { return nil }
    var facts = PhotoFacts(format: .jpeg)
    JPEGFacts.read(ByteWindow(Part(window: window, range: range)), into: &facts)
    facts.previews = facts.previews.map {
      PhotoPreview(
        range: $0.range.lowerBound + range.lowerBound..<$0.range.upperBound + range.lowerBound, size: $0.size,
        orientation: $0.orientation)
    }
    return facts
  }

  /// Takes what it says of the photo where the file itself said nothing, and the picture as a preview.
  static func take(_ window: ByteWindow, at start: Int, length: Int, into facts: inout PhotoFacts) {
    guard start > 0, length > 0, start <= window.count, length <= window.count - start,
      let inside = self.facts(window, start..<start + length)
    else { return }
    if facts.orientation == .upright { facts.orientation = inside.orientation }
    facts.taken = facts.taken ?? inside.taken
    facts.position = facts.position ?? inside.position
    facts.cameraMake = facts.cameraMake ?? inside.cameraMake
    facts.cameraModel = facts.cameraModel ?? inside.cameraModel
    facts.lensModel = facts.lensModel ?? inside.lensModel
    facts.exposureSeconds = facts.exposureSeconds ?? inside.exposureSeconds
    facts.aperture = facts.aperture ?? inside.aperture
    facts.focalLength = facts.focalLength ?? inside.focalLength
    facts.focalLength35 = facts.focalLength35 ?? inside.focalLength35
    facts.iso = facts.iso ?? inside.iso
    facts.isAdobeRGB = facts.isAdobeRGB || inside.isAdobeRGB
    Previews.add(window, at: start, length: length, end: window.count, orientation: facts.orientation, into: &facts)
  }
}

/// Panasonic's and Leica's RW2 and RWL: a TIFF structure with tags of its own, and a JPEG picture as the value of one.
enum PanasonicFacts {
  static func read(_ window: ByteWindow) -> PhotoFacts? {
    guard let tags = TagReader(window, at: 0, end: window.count, magics: [0x55]) else { return nil }
    var facts = PhotoFacts(format: .rw2)
    guard let main = tags.directory(tags.first) else {
      facts.trouble = window.hasFailed ? .unreadable : tags.first >= window.count ? .cut : .damaged
      return facts
    }
    ExifFacts.readMain(main, into: &facts, orientation: true)
    ExifFacts.readPointed(main, into: &facts)
    if let jpeg = main.entry(0x2E) { InnerJPEG.take(window, at: jpeg.at, length: jpeg.count, into: &facts) }
    // The sensor's borders: above, left, below, right.
    if let top = main.number(4), let left = main.number(5), let bottom = main.number(6), let right = main.number(7),
      bottom > top, right > left, bottom - top < 1 << 24, right - left < 1 << 24
    {
      facts.size = PixelSize(width: right - left, height: bottom - top)
    } else {
      facts.size = facts.previews.last?.size
    }
    if facts.size == nil { facts.trouble = .damaged }
    if main.isCut { facts.trouble = .cut }
    if window.hasFailed { facts.trouble = .unreadable }
    return facts
  }
}

/// Canon's CRW, before CR2: a heap (CIFF 1.0) whose directory stands at its end, with a JPEG picture in it.
enum CanonHeapFacts {
  private static let directoryLimit = 16

  static func read(_ window: ByteWindow) -> PhotoFacts {
    var facts = PhotoFacts(format: .crw)
    guard let start = window.number(2, 4, little: true), start < window.count else {
      facts.trouble = window.count < 26 ? .cut : .damaged
      return facts
    }
    var heaps = [start..<window.count]
    var (done, isCut) = (0, false)
    while let heap = heaps.popLast(), done < directoryLimit {
      done += 1
      guard heap.count >= 6, let offset = window.number(heap.upperBound - 4, 4, little: true),
        offset < heap.count - 6, let count = window.number(heap.lowerBound + offset, 2, little: true), count < 4096
      else {
        isCut = true
        continue
      }
      for index in 0..<count {
        let at = heap.lowerBound + offset + 2 + index * 10
        guard let tag = window.number(at, 2, little: true) else { break }
        let isInline = tag & 0xC000 == 0x4000
        guard let length = isInline ? 8 : window.number(at + 2, 4, little: true),
          let place = isInline ? at + 2 - heap.lowerBound : window.number(at + 6, 4, little: true),
          place <= heap.count, length <= heap.count - place
        else {
          isCut = true
          continue
        }
        let content = heap.lowerBound + place..<heap.lowerBound + place + length
        if tag & 0x3800 == 0x2800 || tag & 0x3800 == 0x3000 {
          heaps.append(content)
        } else {
          take(window, tag & 0x3FFF, content, into: &facts)
        }
      }
    }
    Previews.sort(&facts)
    facts.size = facts.size ?? facts.previews.last?.size
    if facts.size == nil { facts.trouble = isCut ? .cut : .damaged }
    if window.hasFailed { facts.trouble = .unreadable }
    return facts
  }

  private static func take(_ window: ByteWindow, _ tag: Int, _ content: Range<Int>, into facts: inout PhotoFacts) {
    let at = content.lowerBound
    switch tag {
    case 0x080A:
      // Maker and model, one behind the other.
      let words = (window.bytes(at, min(content.count, 128)) ?? []).split(separator: 0, maxSplits: 2)
      facts.cameraMake = words.first.flatMap { Words.text($0) } ?? facts.cameraMake
      if words.count > 1 { facts.cameraModel = Words.text(words[1]) ?? facts.cameraModel }
    case 0x180E:
      // By the camera's clock, in seconds since 1970.
      if let seconds = window.number(at, 4, little: true), seconds > 0 {
        facts.taken = PhotoTime(wallSeconds: seconds)
      }
    case 0x1810:
      if let width = window.number(at, 4, little: true), let height = window.number(at + 4, 4, little: true),
        (1..<1 << 24).contains(width), (1..<1 << 24).contains(height)
      {
        facts.size = PixelSize(width: width, height: height)
      }
      switch window.number(at + 12, 4, little: true) {
      case 90: facts.orientation = .turnRight
      case 180: facts.orientation = .upsideDown
      case 270: facts.orientation = .turnLeft
      default: break
      }
    case 0x2007, 0x2008:
      Previews.add(window, at: at, length: content.count, end: window.count, orientation: nil, into: &facts)
    default: break
    }
  }
}

/// Sigma's X3F: sections that a directory at the end names; some hold JPEG pictures.
enum SigmaFacts {
  private static let sectionLimit = 64

  static func read(_ window: ByteWindow) -> PhotoFacts {
    var facts = PhotoFacts(format: .x3f)
    func number(_ at: Int) -> Int? { window.number(at, 4, little: true) }
    if let width = number(28), let height = number(32), (1..<1 << 24).contains(width), (1..<1 << 24).contains(height) {
      facts.size = PixelSize(width: width, height: height)
    }
    switch number(36) {
    case 90: facts.orientation = .turnRight
    case 180: facts.orientation = .upsideDown
    case 270: facts.orientation = .turnLeft
    default: break
    }
    guard let directory = number(window.count - 4), directory < window.count - 12,
      window.starts(directory, with: "SECd"), let count = number(directory + 8)
    else {
      facts.trouble = window.hasFailed ? .unreadable : .cut
      return facts
    }
    for index in 0..<min(count, sectionLimit) {
      let at = directory + 12 + index * 12
      guard let start = number(at), let length = number(at + 4), let type = window.code(at + 8) else { break }
      // Behind the section's own head of 28 bytes; 18 is JPEG.
      guard type == "IMA2" || type == "IMAG", window.starts(start, with: "SECi"), number(start + 12) == 18, length > 28
      else { continue }
      InnerJPEG.take(window, at: start + 28, length: length - 28, into: &facts)
    }
    Previews.sort(&facts)
    facts.size = facts.size ?? facts.previews.last?.size
    if facts.size == nil { facts.trouble = .damaged }
    if window.hasFailed { facts.trouble = .unreadable }
    return facts
  }
}
