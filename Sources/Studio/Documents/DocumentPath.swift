/// Where documents of one kind are: `locations`, or `organizations/7/critiques`, an odd number of segments.
///
/// Segments are told apart by their bytes of UTF-8, as Firestore does: two spellings of "é" are two names.
public struct DocumentCollection: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Collection, document, collection …
  public let segments: [String]

  /// Reads `a` or `a/1/b`.
  /// - Throws: ``DocumentStoreError/Kind/invalid`` for an even number of segments, and for a segment that is none.
  public init(_ text: String) throws(DocumentStoreError) {
    try self.init(segments: text.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }

  /// - Throws: as ``init(_:)``.
  public init(segments: [String]) throws(DocumentStoreError) {
    for segment in segments { try DocumentPath.check(segment) }
    guard segments.count % 2 == 1 else {
      throw DocumentStoreError(
        .invalid, subject: segments.joined(separator: "/").shownInError,
        detail: "a collection's path has an odd number of parts, this one has \(segments.count)")
    }
    self.segments = segments
  }

  /// With slashes between the segments.
  public var description: String { segments.joined(separator: "/") }

  /// By bytes.
  public static func == (a: Self, b: Self) -> Bool {
    a.segments.count == b.segments.count && zip(a.segments, b.segments).allSatisfy { $0.isSameBytes(as: $1) }
  }

  /// By bytes.
  public func hash(into hasher: inout Hasher) {
    for segment in segments { segment.hashBytes(into: &hasher) }
  }

  /// Segment by segment, by bytes.
  public static func < (a: Self, b: Self) -> Bool {
    DocumentPath.compare(a.segments[...], b.segments[...]) == .less
  }
}

/// Where one document is.
///
/// ```swift
/// let path = try DocumentPath("locations/5B1F7A20")
/// path.collection.description  // "locations"
/// ```
public struct DocumentPath: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Where its like are.
  public let collection: DocumentCollection
  /// What it is called there: 1 to 1500 bytes of UTF-8, without slash and NUL, neither `.` nor `..` nor `__…__`.
  public let id: String

  /// - Throws: ``DocumentStoreError/Kind/invalid`` for an id that is none.
  public init(_ collection: DocumentCollection, _ id: String) throws(DocumentStoreError) {
    try Self.check(id)
    self.collection = collection
    self.id = id
  }

  /// Reads `locations/7`.
  /// - Throws: ``DocumentStoreError/Kind/invalid`` for an odd number of segments, and for a segment that is none.
  public init(_ text: String) throws(DocumentStoreError) {
    let segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard segments.count >= 2 else {
      throw DocumentStoreError(
        .invalid, subject: text.shownInError, detail: "a document's path is its collection, a slash, and its id")
    }
    try self.init(try DocumentCollection(segments: segments.dropLast()), segments[segments.count - 1])
  }

  /// All of it, the id last.
  public var segments: [String] { collection.segments + [id] }

  /// With slashes between the segments.
  public var description: String { "\(collection)/\(id)" }

  /// By bytes.
  public static func == (a: Self, b: Self) -> Bool { a.id.isSameBytes(as: b.id) && a.collection == b.collection }

  /// By bytes.
  public func hash(into hasher: inout Hasher) {
    collection.hash(into: &hasher)
    id.hashBytes(into: &hasher)
  }

  /// Segment by segment, by bytes: the order of `__name__`.
  public static func < (a: Self, b: Self) -> Bool { compare(a.segments[...], b.segments[...]) == .less }

  /// Segment by segment, by bytes; the shorter comes first.
  static func compare(_ a: ArraySlice<String>, _ b: ArraySlice<String>) -> DocumentOrder {
    for (one, other) in zip(a, b) {
      let order = one.byteOrder(to: other)
      if order != .same { return order }
    }
    return DocumentOrder(a.count, b.count)
  }

  /// The longest segment, in bytes of UTF-8 (Firestore, "Usage and limits").
  static let longestSegment = 1500

  /// Firestore's rules for names ("Usage and limits": constraints on collection and document ids), and no NUL, which ends a
  /// text for many programs.
  static func check(_ segment: String) throws(DocumentStoreError) {
    let fault: String? =
      switch segment {
      case "": "a part of a path is empty"
      case ".", "..": "a part of a path is \"\(segment)\""
      case _ where segment.utf8.count > longestSegment:
        "a part of a path has \(segment.utf8.count) bytes; at most \(longestSegment) are allowed"
      case _ where segment.utf8.contains(UInt8(ascii: "/")): "a slash stands in a part of a path"
      case _ where segment.utf8.contains(0): "a NUL stands in a part of a path"
      case _ where segment.isReserved: "names that begin and end with two underscores are Firestore's own"
      default: nil
      }
    if let fault { throw DocumentStoreError(.invalid, subject: "path \(segment.shownInError)", detail: fault) }
  }
}

/// What comes first.
enum DocumentOrder: Sendable {
  case less, same, greater

  init<Value: Comparable>(_ a: Value, _ b: Value) { self = a < b ? .less : a == b ? .same : .greater }

  var reversed: DocumentOrder {
    switch self {
    case .less: .greater
    case .same: .same
    case .greater: .less
    }
  }
}

extension String {
  /// `__…__`, of four signs or more.
  var isReserved: Bool { utf8.count >= 4 && utf8.starts(with: "__".utf8) && utf8.suffix(2).elementsEqual("__".utf8) }

  /// `==` takes two spellings of one sign for the same; a store of bytes does not.
  func isSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  func byteOrder(to other: String) -> DocumentOrder {
    var (one, another) = (utf8.makeIterator(), other.utf8.makeIterator())
    while true {
      switch (one.next(), another.next()) {
      case (nil, nil): return .same
      case (nil, _): return .less
      case (_, nil): return .greater
      case (let a?, let b?) where a != b: return a < b ? .less : .greater
      default: continue
      }
    }
  }

  func hashBytes(into hasher: inout Hasher) {
    for byte in utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }

  /// In one line, and not too long.
  var shownInError: String {
    let signs = unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(120).map(Character.init)
    return "\"\(String(signs))\""
  }
}
