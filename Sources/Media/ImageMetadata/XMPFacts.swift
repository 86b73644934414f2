/// Adobe's XMP (ISO 16684-1), of which dates, places, the camera and the lens are looked for: what a file says in no other way.
enum XMPFacts {
  /// What stands further back is not looked for.
  static let limit = 65_536

  /// Fills in what is not known yet.
  static func read(_ window: ByteWindow, _ range: Range<Int>, into facts: inout PhotoFacts) {
    guard isMissing(facts) else { return }
    let length = min(range.count, limit, max(0, window.count - range.lowerBound))
    guard length > 0, let bytes = window.bytes(range.lowerBound, length) else { return }
    read(Array(bytes), into: &facts)
  }

  private static func isMissing(_ facts: PhotoFacts) -> Bool {
    facts.taken == nil || facts.position == nil || facts.cameraModel == nil
  }

  static func read(_ bytes: [UInt8], into facts: inout PhotoFacts) {
    let words = XMPWords(bytes)
    func value(_ names: String...) -> String? { names.lazy.compactMap { words[$0] }.first }
    if facts.taken == nil {
      // Each is asked for a date: one that is none leaves it to the next.
      facts.taken =
        ["exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate"].lazy
        .compactMap { words[$0].flatMap { DateWords.time($0) } }.first
    }
    if facts.position == nil, let latitude = words["exif:GPSLatitude"].flatMap(degrees),
      let longitude = words["exif:GPSLongitude"].flatMap(degrees)
    {
      facts.position = PhotoPosition(
        latitude: latitude, longitude: longitude,
        altitude: altitude(words["exif:GPSAltitude"], words["exif:GPSAltitudeRef"]))
    }
    facts.cameraMake = facts.cameraMake ?? value("tiff:Make")
    facts.cameraModel = facts.cameraModel ?? value("tiff:Model")
    facts.lensModel = facts.lensModel ?? value("exifEX:LensModel", "aux:Lens")
  }

  /// `52,30.5N`, `52,30,30N` (XMP, part 2), and plain degrees with a sign, as some programs write them.
  static func degrees(_ text: String) -> Double? {
    var text = text[...]
    var sign: Double?
    switch text.last?.uppercased() {
    case "N", "E": sign = 1
    case "S", "W": sign = -1
    default: break
    }
    if sign != nil { text = text.dropLast() }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...3).contains(parts.count), let whole = parts[0], parts.allSatisfy({ $0?.isFinite ?? false }) else {
      return nil
    }
    // Without a letter only as one number: a sign says the side.
    guard sign != nil || parts.count == 1 else { return nil }
    let value = whole + (parts.count > 1 ? (parts[1] ?? 0) / 60 : 0) + (parts.count > 2 ? (parts[2] ?? 0) / 3600 : 0)
    return (sign ?? 1) * value
  }

  private static func altitude(_ text: String?, _ reference: String?) -> Double? {
    guard let text else { return nil }
    let parts = text.split(separator: "/").map { Double($0) }
    guard let above = parts.first ?? nil, parts.count < 3 else { return nil }
    let below = parts.count > 1 ? parts[1] ?? 0 : 1
    guard below != 0 else { return nil }
    return (reference == "1" ? -1 : 1) * above / below
  }
}

/// The values of attributes and elements by their names with prefixes; the first of a name that has one.
private struct XMPWords {
  private static let wanted: Set<String> = [
    "exif:DateTimeOriginal", "photoshop:DateCreated", "xmp:CreateDate", "exif:GPSLatitude", "exif:GPSLongitude",
    "exif:GPSAltitude", "exif:GPSAltitudeRef", "tiff:Make", "tiff:Model", "exifEX:LensModel", "aux:Lens",
  ]
  private var values: [String: String] = [:]

  subscript(_ name: String) -> String? { values[name] }

  init(_ bytes: [UInt8]) {
    func isName(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    var at = 0
    while let colon = bytes[at...].firstIndex(of: UInt8(ascii: ":")) {
      at = colon + 1
      let start = bytes[..<colon].lastIndex { !isName($0) }.map { $0 + 1 } ?? 0
      // An element's end is none of its beginnings.
      guard colon - start <= 12, start > 0, bytes[start - 1] != UInt8(ascii: "/") else { continue }
      let end = bytes[(colon + 1)...].firstIndex { !isName($0) } ?? bytes.endIndex
      guard end - start <= 40 else { continue }
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      guard Self.wanted.contains(name), values[name] == nil else { continue }
      let after = bytes[end...].prefix(40)
      guard let open = after.firstIndex(where: { $0 == 0x22 || $0 == 0x27 || $0 == 0x3E }) else { continue }
      let text = bytes[(open + 1)...].prefix(128).prefix { $0 != 0x22 && $0 != 0x27 && $0 != 0x3C }
      if let words = Words.text(text) { values[name] = words }
    }
  }
}

/// The date of IPTC's records (IIM 4.2), which press agencies' programs write.
enum IPTCFacts {
  private static let limit = 65_536

  /// Photoshop's resources, of which one holds them.
  static func readResources(_ window: ByteWindow, _ range: Range<Int>, into facts: inout PhotoFacts) {
    var at = range.lowerBound
    for _ in 0..<200 {
      guard at + 12 <= range.upperBound, window.starts(at, with: "8BIM"), let id = window.number(at + 4, 2),
        let name = window.byte(at + 6)
      else { return }
      let head = at + 6 + (name + 2) / 2 * 2
      guard let count = window.number(head, 4), count <= range.upperBound - head - 4 else { return }
      if id == 0x0404 { return read(window, head + 4..<head + 4 + count, into: &facts) }
      at = head + 4 + count + count % 2
    }
  }

  /// 2:55 is the day on which it was made, 2:60 the time.
  static func read(_ window: ByteWindow, _ range: Range<Int>, into facts: inout PhotoFacts) {
    guard facts.taken == nil else { return }
    var (at, day, time) = (range.lowerBound, nil as String?, "")
    let end = min(range.upperBound, range.lowerBound + limit, window.count)
    while at + 5 <= end, window.byte(at) == 0x1C, let record = window.byte(at + 1), let set = window.byte(at + 2),
      let length = window.number(at + 3, 2), length < 0x8000, at + 5 + length <= end
    {
      if record == 2, set == 55 || set == 60, let bytes = window.bytes(at + 5, min(length, 16)) {
        let text = Words.text(bytes) ?? ""
        if set == 55 { day = text } else { time = text }
      }
      at += 5 + length
    }
    guard let day, day.count == 8, day.allSatisfy(\.isNumber) else { return }
    var text = "\(day.prefix(4)):\(day.dropFirst(4).prefix(2)):\(day.suffix(2))"
    if time.count >= 6, time.prefix(6).allSatisfy(\.isNumber) {
      text += " \(time.prefix(2)):\(time.dropFirst(2).prefix(2)):\(time.dropFirst(4).prefix(2))\(time.dropFirst(6))"
    }
    facts.taken = DateWords.time(text)
  }
}

/// What older programs wrote into a PNG's text: a date in words, and EXIF, XMP or IPTC as hexadecimal digits ("Raw profile type").
enum PNGText {
  private static let limit = 1 << 18

  static func read(_ window: ByteWindow, _ content: Range<Int>, isPacked: Bool, into facts: inout PhotoFacts) {
    guard content.count <= limit, let bytes = window.bytes(content.lowerBound, content.count).map(Array.init),
      let end = bytes.prefix(80).firstIndex(of: 0)
    else { return }
    let key = String(decoding: bytes[..<end], as: UTF8.self)
    let isRaw = key.hasPrefix("Raw profile type ")
    guard isRaw || key.lowercased() == "creation time" || key == "date:create" else { return }
    let text: [UInt8]
    if isPacked {
      guard end + 2 < bytes.count, bytes[end + 1] == 0,
        let unpacked = Inflate.zlib(bytes[(end + 2)...], upTo: limit * 2)
      else { return }
      text = unpacked
    } else {
      // An iTXt has a language and a translated word in between.
      text = Array(bytes[(end + 1)...].drop { $0 == 0 })
    }
    if isRaw { return raw(String(key.dropFirst(17)), text, into: &facts) }
    guard facts.taken == nil, key != "date:create" else { return }
    facts.taken = Words.text(text.prefix(64)).flatMap(time)
  }

  /// As EXIF, as ISO 8601, and as RFC 1123 wants it: `Mon, 06 May 2024 07:08:09 +0200`.
  static func time(_ text: String) -> PhotoTime? {
    if let time = DateWords.time(text) { return time }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "," })
    let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    guard let place = parts.firstIndex(where: { months.contains(String($0.prefix(3)).lowercased()) }), place > 0,
      parts.count > place + 1, let day = Int(parts[place - 1]), let year = Int(parts[place + 1]),
      let month = months.firstIndex(of: String(parts[place].prefix(3)).lowercased())
    else { return nil }
    let clock = parts.count > place + 2 ? " \(parts[place + 2])" : ""
    let zone = parts.count > place + 3 ? String(parts[place + 3]) : ""
    return DateWords.time(
      "\(year):\(month + 1):\(day)\(clock)",
      zone: zone.isEmpty ? nil : ["GMT", "UTC", "UT"].contains(zone) ? "Z" : zone)
  }

  /// A line with the name, one with the length, then digits.
  private static func raw(_ kind: String, _ text: [UInt8], into facts: inout PhotoFacts) {
    let lines = text.split(separator: 0x0A, maxSplits: 2)
    guard lines.count == 3 else { return }
    var bytes: [UInt8] = []
    var high: UInt8?
    for byte in lines[2] {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: continue
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    let window = ByteWindow(MemoryBytes(bytes))
    if bytes.starts(with: "http://ns.adobe.com/xap/1.0/\0".utf8) {
      XMPFacts.read(Array(bytes.dropFirst(29)), into: &facts)
    } else if kind == "xmp" {
      XMPFacts.read(bytes, into: &facts)
    } else if kind == "exif" || kind == "APP1" {
      let start = bytes.starts(with: "Exif\0\0".utf8) ? 6 : 0
      guard let tags = TagReader(window, at: start, end: bytes.count) else { return }
      ExifFacts.read(tags, into: &facts)
      // Places in these digits are none in the file.
      facts.previews.removeAll()
    } else if kind == "iptc" || kind == "8bim" {
      IPTCFacts.readResources(window, 0..<bytes.count, into: &facts)
      IPTCFacts.read(window, 0..<bytes.count, into: &facts)
    }
  }
}

/// What zlib packed (RFC 1950 and 1951), without sums: for a few kilobytes of text.
enum Inflate {
  /// Nil for what is damaged, or longer than `most`.
  static func zlib(_ bytes: ArraySlice<UInt8>, upTo most: Int) -> [UInt8]? {
    guard bytes.count > 2, bytes[bytes.startIndex] & 15 == 8 else { return nil }
    var reader = BitReader(bytes: bytes.dropFirst(2))
    return reader.inflate(upTo: most)
  }

  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      var offsets = [Int](repeating: 0, count: 16)
      for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
      symbols = [Int](repeating: 0, count: lengths.count)
      for (symbol, length) in lengths.enumerated() where length > 0 {
        symbols[offsets[length]] = symbol
        offsets[length] += 1
      }
    }
  }

  private struct BitReader {
    let bytes: ArraySlice<UInt8>
    var place = 0

    mutating func bits(_ count: Int) -> Int? {
      var value = 0
      for index in 0..<count {
        let at = bytes.startIndex + place / 8
        guard at < bytes.endIndex else { return nil }
        value |= Int(bytes[at] >> UInt8(place % 8) & 1) << index
        place += 1
      }
      return value
    }

    mutating func symbol(_ code: Code) -> Int? {
      var (value, first, index) = (0, 0, 0)
      for length in 1..<16 {
        guard let bit = bits(1) else { return nil }
        value |= bit
        let count = code.counts[length]
        if value - count < first { return code.symbols[index + value - first] }
        index += count
        first = (first + count) << 1
        value <<= 1
      }
      return nil
    }

    private static let lengthBases = [
      3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
    ]
    private static let lengthBits = [
      0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
      1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
      8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    mutating func inflate(upTo most: Int) -> [UInt8]? {
      var made: [UInt8] = []
      while true {
        guard let isLast = bits(1), let kind = bits(2) else { return nil }
        switch kind {
        case 0:
          place = (place + 7) / 8 * 8
          guard let count = bits(16), bits(16) != nil, made.count + count <= most else { return nil }
          for _ in 0..<count {
            guard let byte = bits(8) else { return nil }
            made.append(UInt8(byte))
          }
        case 1, 2:
          guard let (literals, distances) = kind == 1 ? Self.fixed : dynamic(),
            unpack(literals, distances, most, &made)
          else { return nil }
        default: return nil
        }
        if isLast == 1 { return made }
      }
    }

    private static let fixed: (Code, Code) = (
      Code(
        [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112) + [Int](repeating: 7, count: 24)
          + [Int](repeating: 8, count: 8)),
      Code([Int](repeating: 5, count: 30))
    )

    private mutating func dynamic() -> (Code, Code)? {
      guard let literals = bits(5), let distances = bits(5), let lengths = bits(4), literals < 30, distances < 30 else {
        return nil
      }
      let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
      var own = [Int](repeating: 0, count: 19)
      for index in 0..<lengths + 4 {
        guard let length = bits(3) else { return nil }
        own[order[index]] = length
      }
      let code = Code(own)
      let count = literals + 257 + distances + 1
      var all: [Int] = []
      while all.count < count {
        guard let symbol = symbol(code) else { return nil }
        switch symbol {
        case 0..<16: all.append(symbol)
        case 16:
          guard let last = all.last, let more = bits(2) else { return nil }
          all += [Int](repeating: last, count: more + 3)
        case 17:
          guard let more = bits(3) else { return nil }
          all += [Int](repeating: 0, count: more + 3)
        default:
          guard let more = bits(7) else { return nil }
          all += [Int](repeating: 0, count: more + 11)
        }
      }
      guard all.count == count else { return nil }
      return (Code(Array(all[..<(literals + 257)])), Code(Array(all[(literals + 257)...])))
    }

    private mutating func unpack(_ literals: Code, _ distances: Code, _ most: Int, _ made: inout [UInt8]) -> Bool {
      while true {
        guard let symbol = symbol(literals) else { return false }
        if symbol < 256 {
          guard made.count < most else { return false }
          made.append(UInt8(symbol))
          continue
        }
        if symbol == 256 { return true }
        let index = symbol - 257
        guard index < 29, let extra = bits(Self.lengthBits[index]), let far = self.symbol(distances), far < 30,
          let more = bits(Self.distanceBits[far])
        else { return false }
        let (length, distance) = (Self.lengthBases[index] + extra, Self.distanceBases[far] + more)
        guard distance <= made.count, made.count + length <= most else { return false }
        for _ in 0..<length { made.append(made[made.count - distance]) }
      }
    }
  }
}
