/// Makes TIFF structures, byte for byte.
struct TagBytes {
  indirect enum Value {
    case ascii(String)
    case raw([UInt8])
    case short([Int])
    case long([Int])
    /// BigTIFF's numbers of 64 bits, which other structures should not have, and may.
    case long8([UInt64])
    case rational([(Int, Int)])
    /// A directory of its own, to which the entry points.
    case directory([Tag])
    /// Bytes of their own, to which the entry points as a LONG.
    case pointed([UInt8])
  }

  struct Tag {
    var number: Int
    var value: Value

    init(_ number: Int, _ value: Value) {
      self.number = number
      self.value = value
    }
  }

  var isLittle = false
  private(set) var bytes: [UInt8] = []

  init(isLittle: Bool = false, magic: Int = 42) {
    self.isLittle = isLittle
    bytes = isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
    bytes += number(magic, 2) + number(8, 4)
  }

  /// A whole structure with directories in a chain.
  static func structure(isLittle: Bool = false, magic: Int = 42, _ directories: [Tag]...) -> [UInt8] {
    var tags = TagBytes(isLittle: isLittle, magic: magic)
    var link: Int?
    for directory in directories {
      let at = tags.append(directory)
      if let link { tags.patch(link, at) }
      link = tags.nextPlace
    }
    return tags.bytes
  }

  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let big = (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
    return isLittle ? big.reversed() : big
  }

  private(set) var nextPlace = 0

  /// Appends bytes that belong to no directory.
  mutating func pad(_ more: [UInt8]) { bytes += more }

  /// Begins anew with another head, as maker notes have.
  mutating func clear(_ head: [UInt8]) { bytes = head }

  mutating func patch(_ at: Int, _ value: Int) { bytes.replaceSubrange(at..<at + 4, with: number(value, 4)) }

  /// Appends a directory and what it points to.
  /// - Returns: where it begins.
  mutating func append(_ tags: [Tag]) -> Int {
    if bytes.count % 2 == 1 { bytes.append(0) }
    let start = bytes.count
    bytes += number(tags.count, 2)
    bytes += [UInt8](repeating: 0, count: tags.count * 12 + 4)
    let next = start + 2 + tags.count * 12
    for (index, tag) in tags.enumerated() {
      let (type, count, value) = encoded(tag.value)
      let entry = start + 2 + index * 12
      bytes.replaceSubrange(entry..<entry + 8, with: number(tag.number, 2) + number(type, 2) + number(count, 4))
      if case .directory(let inner) = tag.value {
        patch(entry + 8, append(inner))
      } else if case .pointed(let data) = tag.value {
        patch(entry + 8, bytes.count)
        bytes += data
      } else if value.count <= 4 {
        bytes.replaceSubrange(entry + 8..<entry + 8 + value.count, with: value)
      } else {
        patch(entry + 8, bytes.count)
        bytes += value
      }
    }
    nextPlace = next
    return start
  }

  private static func big(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - $0 * 8)) }
  }

  private func encoded(_ value: Value) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch value {
    case .ascii(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .raw(let bytes): (7, bytes.count, bytes)
    case .short(let values): (3, values.count, values.flatMap { number($0, 2) })
    case .long(let values): (4, values.count, values.flatMap { number($0, 4) })
    case .long8(let values):
      (16, values.count, values.flatMap { value in isLittle ? Self.big(value).reversed() : Self.big(value) })
    case .rational(let values): (5, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .directory, .pointed: (4, 1, [])
    }
  }
}

/// Makes files around them.
enum FileBytes {
  static func big(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
  }

  static func little(_ value: Int, _ size: Int) -> [UInt8] { big(value, size).reversed() }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(payload.count + 2, 2) + payload
  }

  static func exif(_ tags: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + tags) }

  /// The head of a JPEG picture and some bytes of its scan.
  static func jpeg(width: Int = 64, height: Int = 48, _ segments: [[UInt8]] = [], scan: Int = 200) -> [UInt8] {
    let frame = segment(0xC0, [8] + big(height, 2) + big(width, 2) + [3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    let start = segment(0xDA, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0])
    return [0xFF, 0xD8] + segments.flatMap(\.self) + frame + start + [UInt8](repeating: 0x55, count: scan) + [
      0xFF, 0xD9,
    ]
  }

  static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count + 8, 4) + Array(type.utf8) + content
  }

  static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    big(content.count, 4) + Array(type.utf8) + content + [0, 0, 0, 0]
  }

  static func png(width: Int = 30, height: Int = 20, _ chunks: [[UInt8]] = [], behind: [[UInt8]] = []) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", big(width, 4) + big(height, 4) + [8, 2, 0, 0, 0])
      + chunks.flatMap(\.self) + chunk("IDAT", [1, 2, 3]) + behind.flatMap(\.self) + chunk("IEND", [])
  }

  /// A HEIF file whose one picture has these properties (boxes), in their order, and this EXIF.
  static func heif(brand: String = "heic", width: Int = 400, height: Int = 300, turns: [[UInt8]], exif: [UInt8] = [])
    -> [UInt8]
  {
    let properties = [box("ispe", big(0, 4) + big(width, 4) + big(height, 4))] + turns
    let links = (0..<properties.count).map { UInt8($0 + 1) }
    func build(_ places: (Int, Int)) -> [UInt8] {
      let items =
        box("infe", [2, 0, 0, 0] + big(1, 2) + big(0, 2) + Array("hvc1\0".utf8))
        + box("infe", [2, 0, 0, 1] + big(2, 2) + big(0, 2) + Array("Exif\0".utf8))
      let locations =
        [0, 0, 0, 0, 0x44, 0x00] + big(2, 2) + big(1, 2) + big(0, 2) + big(1, 2) + big(places.0, 4) + big(64, 4)
        + big(2, 2)
        + big(0, 2) + big(1, 2) + big(places.1, 4) + big(exif.count + 10, 4)
      let associations = box("ipma", big(0, 4) + big(1, 4) + big(1, 2) + [UInt8(links.count)] + links)
      let meta = box(
        "meta",
        big(0, 4) + box("hdlr", big(0, 8) + Array("pict".utf8) + big(0, 13)) + box("pitm", big(0, 4) + big(1, 2))
          + box("iinf", big(0, 4) + big(2, 2) + items)
          + box("iref", big(0, 4) + box("cdsc", big(2, 2) + big(1, 2) + big(1, 2)))
          + box("iloc", locations) + box("iprp", box("ipco", properties.flatMap(\.self)) + associations))
      return box("ftyp", Array("\(brand)\0\0\0\0mif1\(brand)".utf8)) + meta
    }
    let head = build((0, 0)).count + 8
    return build((head, head + 64))
      + box("mdat", [UInt8](repeating: 7, count: 64) + big(6, 4) + Array("Exif\0\0".utf8) + exif)
  }
}
