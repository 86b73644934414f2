extension IPPMessage {
  /// The most that one message may hold. The largest that real printers send is a `media-col-database` of some thousand
  /// collections of eight members each.
  package struct Limits: Sendable {
    /// In bytes, what follows the attributes included.
    package var bytes = 4 << 20
    /// Values of all attributes and members together.
    package var values = 100_000
    /// Collections within collections. PWG 5100.3's `media-col` has two.
    package var depth = 8

    /// Four megabytes, 100,000 values, eight collections deep.
    package init() {}
  }

  /// Reads a request or a response. Any bytes give a message or a fault.
  package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(IPPFault) {
    guard bytes.count <= limits.bytes else {
      throw IPPFault("it has \(bytes.count) bytes, more than \(limits.bytes)")
    }
    var reader = IPPReader(bytes: bytes, limits: limits)
    self = try reader.message()
  }
}

/// Takes a message apart, from its first byte to its last.
private struct IPPReader {
  let bytes: [UInt8]
  let limits: IPPMessage.Limits
  private var position = 0
  private var values = 0

  init(bytes: [UInt8], limits: IPPMessage.Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  mutating func message() throws(IPPFault) -> IPPMessage {
    let (major, minor) = (try byte("the version"), try byte("the version"))
    // 0 was never a version; web pages and other protocols begin with letters.
    guard (1...9).contains(major) else { throw IPPFault("it begins with no version of IPP") }
    let code = UInt16(try number(of: 2, "the status"))
    let requestID = Int32(truncatingIfNeeded: try number(of: 4, "the request's number"))
    var message = IPPMessage(
      version: IPPMessage.Version(major: major, minor: minor), code: code, requestID: requestID, groups: [])
    while true {
      let tag = try byte("the end of the attributes")
      switch tag {
      case IPPMessage.endOfAttributes:
        message.data = Array(bytes[position...])
        return message
      case 0x00: throw IPPFault("a group of the reserved number 0")
      case ...0x0F:
        message.groups.append(IPPMessage.Group(IPPMessage.Group.Kind(rawValue: tag), []))
      default:
        guard !message.groups.isEmpty else { throw IPPFault("an attribute stands before the first group") }
        try attribute(tag, into: &message.groups[message.groups.count - 1].attributes)
      }
    }
  }

  /// A value with its name; without one it belongs to the attribute before it.
  private mutating func attribute(_ tag: UInt8, into attributes: inout [IPPAttribute]) throws(IPPFault) {
    let name = String(decoding: try counted("an attribute's name"), as: UTF8.self)
    let value = try value(tag, depth: 0)
    if !name.isEmpty {
      attributes.append(IPPAttribute(name, value))
    } else if attributes.isEmpty {
      throw IPPFault("a further value stands before the first attribute")
    } else {
      attributes[attributes.count - 1].values.append(value)
    }
  }

  /// What follows the name: the bytes, and a collection's members after them.
  private mutating func value(_ tag: UInt8, depth: Int) throws(IPPFault) -> IPPValue {
    values += 1
    guard values <= limits.values else { throw IPPFault("it has more than \(limits.values) values") }
    let bytes = try counted("a value")
    switch tag {
    case IPPTag.begCollection: return .collection(try members(depth: depth + 1))
    case IPPTag.endCollection, IPPTag.memberName: throw IPPFault("a part of a collection stands outside of one")
    default: return Self.value(tag, bytes)
    }
  }

  private mutating func members(depth: Int) throws(IPPFault) -> [IPPAttribute] {
    guard depth <= limits.depth else { throw IPPFault("it has more than \(limits.depth) collections in one another") }
    var members: [IPPAttribute] = []
    while true {
      let tag = try byte("the end of a collection")
      guard tag >= 0x10 else { throw IPPFault("a collection has no end") }
      // Empty by the standard; what else stands there means nothing.
      _ = try counted("a member's name")
      switch tag {
      case IPPTag.endCollection:
        _ = try counted("the end of a collection")
        // A member without a value is none.
        return members.filter { !$0.values.isEmpty }
      case IPPTag.memberName:
        values += 1
        guard values <= limits.values else { throw IPPFault("it has more than \(limits.values) values") }
        members.append(IPPAttribute(String(decoding: try counted("a member's name"), as: UTF8.self), []))
      default:
        guard !members.isEmpty else { throw IPPFault("a member of a collection has no name") }
        members[members.count - 1].values.append(try value(tag, depth: depth))
      }
    }
  }

  // MARK: Bytes

  private mutating func byte(_ what: String) throws(IPPFault) -> UInt8 {
    guard position < bytes.count else { throw IPPFault("it ends before \(what)") }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func number(of count: Int, _ what: String) throws(IPPFault) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count { number = number << 8 | UInt32(try byte(what)) }
    return number
  }

  private mutating func counted(_ what: String) throws(IPPFault) -> ArraySlice<UInt8> {
    let count = Int(try number(of: 2, what))
    guard count <= bytes.count - position else {
      throw IPPFault("\(what) of \(count) bytes is promised, and \(bytes.count - position) are there")
    }
    defer { position += count }
    return bytes[position..<position + count]
  }

  // MARK: Values

  private static func value(_ tag: UInt8, _ bytes: ArraySlice<UInt8>) -> IPPValue {
    if let kind = IPPValue.OutOfBand(rawValue: tag) { return .outOfBand(kind) }
    return plain(tag, bytes) ?? .other(tag: tag, bytes: Array(bytes))
  }

  /// Nil where the bytes do not fit the tag, or the tag is not known.
  private static func plain(_ tag: UInt8, _ bytes: ArraySlice<UInt8>) -> IPPValue? {
    switch tag {
    case IPPTag.integer: four(bytes, at: 0, of: 4).map(IPPValue.integer)
    case IPPTag.enumeration: four(bytes, at: 0, of: 4).map(IPPValue.enumeration)
    case IPPTag.boolean: bytes.count == 1 ? .boolean(bytes.first != 0) : nil
    case IPPTag.octets: .octets(Array(bytes))
    case IPPTag.dateTime: IPPDateTime(bytes).map(IPPValue.dateTime)
    case IPPTag.resolution: resolution(bytes)
    case IPPTag.range: range(bytes)
    case IPPTag.text: .text(text(bytes))
    case IPPTag.name: .name(text(bytes))
    case IPPTag.textWithLanguage: worded(bytes).map { .text($0.text, language: $0.language) }
    case IPPTag.nameWithLanguage: worded(bytes).map { .name($0.text, language: $0.language) }
    case IPPTag.keyword: .keyword(text(bytes))
    case IPPTag.uri: .uri(text(bytes))
    case IPPTag.uriScheme: .uriScheme(text(bytes))
    case IPPTag.charset: .charset(text(bytes))
    case IPPTag.naturalLanguage: .naturalLanguage(text(bytes))
    case IPPTag.mimeMediaType: .mimeMediaType(text(bytes))
    default: nil
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Four bytes at an offset, of a value of exactly `count`.
  private static func four(_ bytes: ArraySlice<UInt8>, at offset: Int, of count: Int) -> Int32? {
    guard bytes.count == count else { return nil }
    let number = bytes.dropFirst(offset).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return Int32(bitPattern: number)
  }

  private static func resolution(_ bytes: ArraySlice<UInt8>) -> IPPValue? {
    guard let cross = four(bytes, at: 0, of: 9), let feed = four(bytes, at: 4, of: 9),
      let unit = bytes.last.flatMap({ IPPValue.ResolutionUnit(rawValue: Int8(bitPattern: $0)) })
    else { return nil }
    return .resolution(cross: cross, feed: feed, unit: unit)
  }

  private static func range(_ bytes: ArraySlice<UInt8>) -> IPPValue? {
    guard let lower = four(bytes, at: 0, of: 8), let upper = four(bytes, at: 4, of: 8) else { return nil }
    return .range(lower: lower, upper: upper)
  }

  /// A language and a text, each with its length.
  private static func worded(_ bytes: ArraySlice<UInt8>) -> (text: String, language: String)? {
    var rest = bytes
    guard let language = piece(&rest), let text = piece(&rest), rest.isEmpty else { return nil }
    return (Self.text(text), Self.text(language))
  }

  private static func piece(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 2 else { return nil }
    let count = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
    rest = rest.dropFirst(2)
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

extension IPPDateTime {
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count == 11 else { return nil }
    let all = Array(bytes)
    self.init(
      year: UInt16(all[0]) << 8 | UInt16(all[1]), month: all[2], day: all[3], hour: all[4], minute: all[5],
      second: all[6], decisecond: all[7], direction: all[8], hoursFromUTC: all[9], minutesFromUTC: all[10])
  }
}
