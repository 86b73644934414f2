/// Reads the property lists that are XML: their own dozen elements, no others, and no entities but XML's five and numbers.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var place = 0
  private var left = PropertyList.mostValues

  static func read(_ bytes: [UInt8]) throws(PropertyListError) -> PropertyList {
    var reader = XMLPropertyList(bytes: bytes)
    guard let plist = try reader.open(), plist.name == "plist", !plist.isEmpty, let first = try reader.open() else {
      throw PropertyListError(words: "is no property list")
    }
    return try reader.value(first, depth: 0)
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private struct Tag {
    var name: String
    /// `<array/>`.
    var isEmpty: Bool
  }

  private static let cut = PropertyListError(words: "ends in the middle")

  private mutating func find(_ text: String) throws(PropertyListError) -> Range<Int> {
    guard let range = bytes[place...].firstRange(of: text.utf8) else { throw Self.cut }
    place = range.upperBound
    return range
  }

  private func has(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// The next element that begins, past comments, instructions and the document's type; nil where one ends instead.
  private mutating func open() throws(PropertyListError) -> Tag? {
    while true {
      _ = try find("<")
      if has("!--") {
        _ = try find("-->")
      } else if has("?") {
        _ = try find("?>")
      } else if has("!") {
        guard !bytes[place..<(try find(">").lowerBound)].contains(0x5B) else {
          throw PropertyListError(words: "declares entities, which nobody needs")
        }
      } else if has("/") {
        _ = try find(">")
        return nil
      } else {
        let start = place
        var inside = bytes[start..<(try find(">").lowerBound)]
        let isEmpty = inside.last == 0x2F
        if isEmpty { inside = inside.dropLast() }
        let name = inside.prefix { $0 > 0x20 }
        return Tag(name: String(decoding: name, as: UTF8.self), isEmpty: isEmpty)
      }
    }
  }

  /// An element's text, to its end.
  private mutating func text(of tag: Tag) throws(PropertyListError) -> String {
    guard !tag.isEmpty else { return "" }
    var text: [UInt8] = []
    while true {
      let start = place
      let end = try find("<").lowerBound
      text += try Self.plain(bytes[start..<end])
      if has("![CDATA[") {
        place += 8
        let start = place
        text += bytes[start..<(try find("]]>").lowerBound)]
      } else if has("!--") {
        _ = try find("-->")
      } else if has("/\(tag.name)>") {
        _ = try find(">")
        guard let text = String(validating: text, as: UTF8.self) else { throw PropertyListError(words: "is no UTF-8") }
        return text
      } else {
        throw PropertyListError(words: "has an element within a text")
      }
    }
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) throws(PropertyListError) -> [UInt8] {
    guard bytes.contains(0x26) else { return Array(bytes) }
    var text: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == 0x26 else {
        text.append(byte)
        continue
      }
      let name = String(decoding: rest.prefix(12).prefix { $0 != 0x3B }, as: UTF8.self)
      rest = rest.dropFirst(name.utf8.count + 1)
      let named: [String: Character] = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
      if let character = named[name] {
        text += String(character).utf8
      } else if name.hasPrefix("#"),
        let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst()),
        let scalar = Unicode.Scalar(code)
      {
        text += String(Character(scalar)).utf8
      } else {
        throw PropertyListError(words: "has an entity that is none of XML's")
      }
    }
    return text
  }

  private mutating func value(_ tag: Tag, depth: Int) throws(PropertyListError) -> PropertyList {
    left -= 1
    guard depth < PropertyList.depth, left > 0 else { throw PropertyListError(words: "is too deep or too large") }
    switch tag.name {
    case "dict":
      var values: [String: PropertyList] = [:]
      while !tag.isEmpty, let key = try open() {
        guard key.name == "key" else { throw PropertyListError(words: "has a value without a key") }
        let name = try text(of: key)
        guard let next = try open() else { throw PropertyListError(words: "has a key without a value") }
        values[name] = try value(next, depth: depth + 1)
      }
      return .dictionary(values)
    case "array":
      var items: [PropertyList] = []
      while !tag.isEmpty, let item = try open() { items.append(try value(item, depth: depth + 1)) }
      return .array(items)
    case "string": return .string(try text(of: tag))
    case "integer":
      let text = try text(of: tag).filter { !$0.isWhitespace }
      let isNegative = text.hasPrefix("-")
      let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
      let number = digits.hasPrefix("0x") ? Int64(digits.dropFirst(2), radix: 16) : Int64(digits)
      guard let number else { throw PropertyListError(words: "has a number that is none") }
      return .integer(isNegative ? -number : number)
    case "real":
      guard let number = Double(try text(of: tag).filter { !$0.isWhitespace }) else {
        throw PropertyListError(words: "has a number that is none")
      }
      return .real(number)
    case "true", "false":
      _ = try text(of: tag)
      return .boolean(tag.name == "true")
    case "date":
      guard let seconds = CatalogDate.seconds(iso: try text(of: tag).filter { !$0.isWhitespace }) else {
        throw PropertyListError(words: "has a date that is none")
      }
      return .date(Double(seconds))
    case "data": return .data(Self.base64(try text(of: tag)))
    default: throw PropertyListError(words: "has an element that is none of a property list's")
    }
  }

  private static func base64(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count): (UInt32, Int) = (0, 0)
    for character in text.utf8 {
      let value: UInt8
      switch character {
      case 0x41...0x5A: value = character - 0x41
      case 0x61...0x7A: value = character - 0x61 + 26
      case 0x30...0x39: value = character - 0x30 + 52
      case 0x2B: value = 62
      case 0x2F: value = 63
      default: continue
      }
      (bits, count) = (bits << 6 | UInt32(value), count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= (1 << UInt32(count)) - 1
      }
    }
    return bytes
  }
}
