extension IPPMessage {
  /// The bytes of RFC 8010, 3.1, `data` included.
  ///
  /// What a length of sixteen bits cannot hold is our own fault: texts of ours are bounded before they come here.
  package var bytes: [UInt8] {
    var out: [UInt8] = [version.major, version.minor]
    out.append(big: code)
    out.append(big: UInt32(bitPattern: requestID))
    for group in groups {
      out.append(group.kind.rawValue)
      for attribute in group.attributes { attribute.encode(into: &out) }
    }
    out.append(Self.endOfAttributes)
    return out + data
  }

  static let endOfAttributes: UInt8 = 0x03
}

extension IPPAttribute {
  fileprivate func encode(into out: inout [UInt8]) {
    for (index, value) in values.enumerated() { value.encode(named: index == 0 ? name : "", into: &out) }
  }
}

extension IPPValue {
  /// Tag, name and value; a further value of an attribute has an empty name.
  fileprivate func encode(named name: String, into out: inout [UInt8]) {
    let (tag, bytes) = encoded
    out.append(tag)
    out.append(counted: Array(name.utf8))
    out.append(counted: bytes)
    guard case .collection(let members) = self else { return }
    for member in members {
      out.append(IPPTag.memberName)
      out.append(counted: [])
      out.append(counted: Array(member.name.utf8))
      for value in member.values { value.encode(named: "", into: &out) }
    }
    out.append(IPPTag.endCollection)
    out.append(counted: [])
    out.append(counted: [])
  }

  /// A collection's own bytes are none: its members follow it.
  private var encoded: (tag: UInt8, bytes: [UInt8]) {
    switch self {
    case .integer(let value): (IPPTag.integer, Self.four(value))
    case .boolean(let value): (IPPTag.boolean, [value ? 1 : 0])
    case .enumeration(let value): (IPPTag.enumeration, Self.four(value))
    case .octets(let bytes): (IPPTag.octets, bytes)
    case .dateTime(let time): (IPPTag.dateTime, time.bytes)
    case .resolution(let cross, let feed, let unit):
      (IPPTag.resolution, Self.four(cross) + Self.four(feed) + [UInt8(bitPattern: unit.rawValue)])
    case .range(let lower, let upper): (IPPTag.range, Self.four(lower) + Self.four(upper))
    case .text(let text, nil): (IPPTag.text, Array(text.utf8))
    case .text(let text, let language?): (IPPTag.textWithLanguage, Self.worded(text, language))
    case .name(let text, nil): (IPPTag.name, Array(text.utf8))
    case .name(let text, let language?): (IPPTag.nameWithLanguage, Self.worded(text, language))
    case .keyword(let text): (IPPTag.keyword, Array(text.utf8))
    case .uri(let text): (IPPTag.uri, Array(text.utf8))
    case .uriScheme(let text): (IPPTag.uriScheme, Array(text.utf8))
    case .charset(let text): (IPPTag.charset, Array(text.utf8))
    case .naturalLanguage(let text): (IPPTag.naturalLanguage, Array(text.utf8))
    case .mimeMediaType(let text): (IPPTag.mimeMediaType, Array(text.utf8))
    case .collection: (IPPTag.begCollection, [])
    case .outOfBand(let kind): (kind.rawValue, [])
    case .other(let tag, let bytes): (tag, bytes)
    }
  }

  private static func four(_ value: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(big: UInt32(bitPattern: value))
    return bytes
  }

  private static func worded(_ text: String, _ language: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(counted: Array(language.utf8))
    bytes.append(counted: Array(text.utf8))
    return bytes
  }
}

extension IPPDateTime {
  fileprivate var bytes: [UInt8] {
    [
      UInt8(year >> 8), UInt8(truncatingIfNeeded: year), month, day, hour, minute, second, decisecond, direction,
      hoursFromUTC, minutesFromUTC,
    ]
  }
}

extension [UInt8] {
  fileprivate mutating func append<Number: FixedWidthInteger>(big number: Number) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// A length of sixteen bits, and the bytes.
  fileprivate mutating func append(counted bytes: [UInt8]) {
    precondition(bytes.count <= Int(Int16.max), "a text of \(bytes.count) bytes")
    append(big: UInt16(bytes.count))
    append(contentsOf: bytes)
  }
}
