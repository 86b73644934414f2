/// Which field: one of the document, or of a map in it.
public struct DocumentFieldPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// From the document inwards; at least one.
  public let segments: [String]

  /// One field of the document itself, whatever signs its name has.
  public init(field name: String) { segments = [name] }

  /// From the document inwards.
  /// - Precondition: there is at least one.
  public init(segments: [String]) {
    precondition(!segments.isEmpty, "a field has a name")
    self.segments = segments
  }

  /// `notes`, or `smartConfig.format`: dots lead inwards.
  public init(stringLiteral value: String) {
    self.init(segments: value.split(separator: ".", omittingEmptySubsequences: false).map(String.init))
  }

  /// As Firestore writes it: names that are no plain words stand in backticks.
  public var description: String {
    segments.map { name in
      let isPlain =
        !name.isEmpty
        && name.utf8.enumerated().allSatisfy { place, byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
          case UInt8(ascii: "0")...UInt8(ascii: "9"): place > 0
          default: false
          }
        }
      if isPlain { return name }
      return "`" + String(name.flatMap { $0 == "`" || $0 == "\\" ? ["\\", $0] : [$0] }) + "`"
    }.joined(separator: ".")
  }

  /// Reads what ``description`` writes; nil for anything else.
  public init?(text: String) {
    var segments: [String] = []
    var rest = text.unicodeScalars[...]
    while true {
      var name = String.UnicodeScalarView()
      if rest.first == "`" {
        rest.removeFirst()
        while true {
          guard let sign = rest.popFirst() else { return nil }
          if sign == "`" { break }
          if sign == "\\" {
            guard let escaped = rest.popFirst() else { return nil }
            name.append(escaped)
          } else {
            name.append(sign)
          }
        }
      } else {
        while let sign = rest.first, sign != "." {
          name.append(sign)
          rest.removeFirst()
        }
      }
      guard !name.isEmpty else { return nil }
      segments.append(String(name))
      guard let dot = rest.popFirst() else { break }
      guard dot == "." else { return nil }
    }
    self.segments = segments
  }

  /// By bytes.
  public static func == (a: Self, b: Self) -> Bool {
    a.segments.count == b.segments.count && zip(a.segments, b.segments).allSatisfy { $0.isSameBytes(as: $1) }
  }

  /// By bytes.
  public func hash(into hasher: inout Hasher) { for segment in segments { segment.hashBytes(into: &hasher) } }

  /// Whether the other is this one, or in it.
  func holds(_ other: DocumentFieldPath) -> Bool {
    segments.count <= other.segments.count && zip(segments, other.segments).allSatisfy { $0.isSameBytes(as: $1) }
  }
}

extension DocumentFields {
  /// What is there; nil where a step of the way is no map, or has no such field.
  public subscript(path: DocumentFieldPath) -> DocumentValue? { self[path.segments[...]] }

  private subscript(path: ArraySlice<String>) -> DocumentValue? {
    guard let name = path.first, let value = self[name] else { return nil }
    return path.count == 1 ? value : value.fields?[path.dropFirst()]
  }

  /// Puts a value there, with maps on the way where there are none; nil takes it away.
  public mutating func put(_ value: DocumentValue?, at path: DocumentFieldPath) { put(value, path.segments[...]) }

  private mutating func put(_ value: DocumentValue?, _ path: ArraySlice<String>) {
    guard let name = path.first else { return }
    guard path.count > 1 else {
      self[name] = value
      return
    }
    let there = self[name]?.fields
    // What is not there need not be taken away.
    if value == nil, there == nil { return }
    var inner = there ?? DocumentFields()
    inner.put(value, path.dropFirst())
    self[name] = .map(inner)
  }
}
