import BoothCore

/// JPEG XL, JPEG 2000 and Photoshop's PSD: how large they are, and what they say of the photo.
enum ListedFormats {
  // MARK: JPEG XL (ISO/IEC 18181)

  static func jpegXL(_ window: ByteWindow, into facts: inout PhotoFacts) {
    if window.number(0, 2) == 0xFF0A {
      facts.size = codestream(window, 2)
    } else {
      let boxes = BoxReader(window: window)
      for box in boxes.boxes(0..<window.count) {
        let at = box.content.lowerBound
        switch box.type {
        case "jxlc" where window.number(at, 2) == 0xFF0A: facts.size = facts.size ?? codestream(window, at + 2)
        case "jxlp" where window.number(at + 4, 2) == 0xFF0A: facts.size = facts.size ?? codestream(window, at + 6)
        case "Exif":
          if let offset = window.number(at, 4), offset < box.content.count,
            let tags = TagReader(window, at: at + 4 + offset, end: box.content.upperBound)
          {
            // How it stands is said by the codestream, and done by its decoder.
            ExifFacts.read(tags, into: &facts, orientation: false)
          }
        case "xml ": XMPFacts.read(window, box.content, into: &facts)
        default: break
        }
        if box.isCut { facts.trouble = .cut }
      }
      facts.previews.removeAll()
    }
    if facts.size == nil { facts.trouble = facts.trouble ?? .damaged }
  }

  /// The size header (18181-1, D.2), bit by bit from the lowest of the first byte; with the orientation behind it, where there is one.
  private static func codestream(_ window: ByteWindow, _ at: Int) -> PixelSize? {
    var place = 0
    func bits(_ count: Int) -> Int? {
      var value = 0
      for index in 0..<count {
        guard let byte = window.byte(at + place / 8) else { return nil }
        value |= (byte >> (place % 8) & 1) << index
        place += 1
      }
      return value
    }
    func side() -> Int? { bits(2).flatMap { bits([9, 13, 18, 30][$0]) }.map { $0 + 1 } }
    guard let isSmall = bits(1) else { return nil }
    guard let height = isSmall == 1 ? bits(5).map({ ($0 + 1) * 8 }) : side(), let ratio = bits(3) else { return nil }
    let width: Int?
    switch ratio {
    case 0: width = isSmall == 1 ? bits(5).map { ($0 + 1) * 8 } : side()
    case 1: width = height
    case 2: width = height * 12 / 10
    case 3: width = height * 4 / 3
    case 4: width = height * 3 / 2
    case 5: width = height * 16 / 9
    case 6: width = height * 5 / 4
    default: width = height * 2
    }
    guard let width, width < 1 << 24, height < 1 << 24, width > 0 else { return nil }
    // Its decoder turns it: what comes out of there is upright. All default: upright.
    guard bits(1) == 0, bits(1) == 1, let turn = bits(3), let orientation = Orientation(rawValue: turn + 1) else {
      return PixelSize(width: width, height: height)
    }
    return orientation.apply(to: PixelSize(width: width, height: height))
  }

  // MARK: JPEG 2000 (ISO/IEC 15444-1)

  static func jpeg2000(_ window: ByteWindow, into facts: inout PhotoFacts) {
    if window.number(0, 4) == 0xFF4F_FF51 {
      // SIZ: the grid's size, and where the picture begins in it.
      if let right = window.number(8, 4), let below = window.number(12, 4), let left = window.number(16, 4),
        let above = window.number(20, 4), right > left, below > above
      {
        facts.size = size(right - left, below - above)
      }
    } else {
      let boxes = BoxReader(window: window)
      let top = boxes.boxes(0..<window.count)
      if let header = top.first(where: { $0.type == "jp2h" }), let image = boxes.first("ihdr", in: header.content),
        let height = window.number(image.content.lowerBound, 4),
        let width = window.number(image.content.lowerBound + 4, 4)
      {
        facts.size = size(width, height)
      }
      if top.contains(where: { $0.isCut }) { facts.trouble = .cut }
    }
    if facts.size == nil { facts.trouble = facts.trouble ?? .damaged }
  }

  // MARK: PSD

  /// Photoshop's file format, version 1 and 2: a head, colours, then resources of which two are EXIF and XMP.
  static func photoshop(_ window: ByteWindow, into facts: inout PhotoFacts) {
    facts.size = window.number(18, 4).flatMap { width in window.number(14, 4).flatMap { size(width, $0) } }
    guard facts.size != nil, let colors = window.number(26, 4), let length = window.number(30 + colors, 4) else {
      facts.trouble = window.count < 34 ? .cut : .damaged
      return
    }
    var at = 34 + colors
    let end = min(at + length, window.count)
    if at + length > window.count { facts.trouble = .cut }
    for _ in 0..<200 {
      guard at + 12 <= end, window.starts(at, with: "8BIM"), let id = window.number(at + 4, 2),
        let name = window.byte(at + 6)
      else { return }
      // The name is padded to an even number of bytes, with its length.
      let head = at + 6 + (name + 2) / 2 * 2
      guard let count = window.number(head, 4), count <= end - head - 4 else { return }
      let content = head + 4..<head + 4 + count
      switch id {
      case 1058:
        if let tags = TagReader(window, at: content.lowerBound, end: content.upperBound) {
          // Its orientation has been done already.
          ExifFacts.read(tags, into: &facts, orientation: false)
          facts.previews.removeAll()
        }
      case 1028: IPTCFacts.read(window, content, into: &facts)
      case 1060: XMPFacts.read(window, content, into: &facts)
      default: break
      }
      at = content.upperBound + count % 2
    }
  }

  private static func size(_ width: Int, _ height: Int) -> PixelSize? {
    guard (1..<1 << 24).contains(width), (1..<1 << 24).contains(height) else { return nil }
    return PixelSize(width: width, height: height)
  }
}
