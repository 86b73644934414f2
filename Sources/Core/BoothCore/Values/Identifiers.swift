/// A session's name in files, links and the gallery: an upper-case UUID (as the FotoX app makes them), which is also
/// its unguessable link, so it comes from a cryptographic random source.
///
/// ```swift
/// SessionID(randomBytes: bytes)  // 16 bytes from a cryptographic source
/// SessionID("no UUID")  // nil
/// ```
public struct SessionID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// 36 characters: `7C0E5A52-3F0B-4E1C-9D43-2A6B1F1E8D10`. It is enough to open the guests' page: logs get
  /// ``short``.
  public let text: String

  /// Takes `text` if it is an upper-case UUID of the usual 8-4-4-4-12 form.
  public init?(_ text: String) {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.count) == [8, 4, 4, 4, 12],
      text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
    else { return nil }
    self.text = text
  }

  /// Makes an id of 16 random bytes (version 4, variant 1 of RFC 9562).
  public init(randomBytes: [UInt8]) {
    precondition(randomBytes.count == 16, "a session id is made of 16 random bytes")
    var bytes = randomBytes
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    let digits = Array("0123456789ABCDEF")
    var text = ""
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append("-") }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    self.text = text
  }

  /// Reads the text. Throws `DecodingError` for what is no upper-case UUID.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = SessionID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected an upper-case UUID")
    }
    self = id
  }

  /// Writes the text alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Whether an id may begin with `text`, upper-case, that has eight signs or more: as many as ``short`` has.
  public static func canBegin(with text: String) -> Bool {
    let example = Array("00000000-0000-0000-0000-000000000000".utf8)
    guard (8...example.count).contains(text.utf8.count) else { return false }
    return zip(text.utf8, example).allSatisfy { sign, place in
      place == 0x2D ? sign == 0x2D : (0x30...0x39).contains(sign) || (0x41...0x46).contains(sign)
    }
  }

  /// The whole ``text``, as paths and links need it; for log lines there is ``short``.
  public var description: String { text }

  /// Its beginning, for log lines: the whole opens the guests' page.
  public var short: String { "\(text.prefix(8))…" }
}

/// An event's number in the FotoX format: a positive integer, unique on one booth.
public typealias EventID = Int

/// Numbers the asynchronous effects of one run of the flow, so that an answer that comes too late is recognised.
///
/// ```swift
/// AttemptID(7).description  // "#7"
/// ```
public struct AttemptID: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Counts up within one run of the flow and is never used twice in it.
  public let number: UInt64

  /// The flow numbers its attempts; an answer hands the number back.
  public init(_ number: UInt64) { self.number = number }

  /// Reads the bare number. Throws `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(UInt64.self)
  }

  /// Writes the bare number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }

  /// As `#12`, for the journal and logs.
  public var description: String { "#\(number)" }
}

/// A file of a session, numbered by the store; never used again for another file.
public typealias AssetID = Int64

/// A job, numbered by the store in the order of creation.
public typealias JobID = Int64
