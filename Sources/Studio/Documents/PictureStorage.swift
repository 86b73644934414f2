/// Where an organisation keeps pictures beside its documents, each under a name, found by its address. From any thread.
public protocol PictureStorage: Sendable {
  /// What lies under a name; nil where nothing does.
  func look(at name: String) async throws(PictureStorageError) -> StoredPicture?
  /// Puts a JPEG under a name, in place of what lies there. What was answered is durable, and is what was sent, by its checksum.
  func upload(_ jpeg: [UInt8], as name: String) async throws(PictureStorageError) -> StoredPicture
  /// The bytes behind an address that ``upload(_:as:)``, or the app, has made.
  func download(_ address: String) async throws(PictureStorageError) -> [UInt8]
}

/// A picture as a storage has it.
public struct StoredPicture: Sendable, Equatable {
  /// `images/7_new.jpg`.
  public var name: String
  /// Its length in bytes.
  public var bytes: Int64
  /// CRC-32C of the bytes; nil where the storage does not say.
  public var crc32c: UInt32?
  /// By which anybody gets it who has it.
  public var address: String

  public init(name: String, bytes: Int64, crc32c: UInt32?, address: String) {
    self.name = name
    self.bytes = bytes
    self.crc32c = crc32c
    self.address = address
  }

  /// Whether these bytes lie there: never where the storage names no checksum.
  public func holds(_ picture: [UInt8]) -> Bool { bytes == Int64(picture.count) && crc32c == CRC32C.of(picture) }
}

/// Why a picture could not be had or put.
public struct PictureStorageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// By what the caller can do.
  public enum Kind: Sendable, Equatable {
    /// No such picture, or no such bucket.
    case notFound
    /// The organisation's rules, or the address, say no.
    case permissionDenied
    /// There is no sign-in, or no longer.
    case unauthenticated
    /// The bucket or its quota is full.
    case full
    /// More bytes than are taken.
    case tooLarge
    /// What came is not what was sent, or is no picture's address.
    case damaged
    /// The network or the service refuses for now.
    case unavailable
    /// The caller's own task was cancelled.
    case cancelled
  }

  /// By what the caller can do.
  public var kind: Kind
  /// Which picture, never its whole address, which is a key to it.
  public var subject: String
  /// What was found, and what was expected.
  public var detail: String

  public init(_ kind: Kind, subject: String, detail: String) {
    self.kind = kind
    self.subject = subject
    self.detail = detail
  }

  /// What to do.
  public var advice: String {
    switch kind {
    case .notFound: "look whether the bucket's name is right, and the picture still there"
    case .permissionDenied: "ask the organisation's administrator for the right to its pictures"
    case .unauthenticated: "sign in again"
    case .full: "the bucket's owner makes room, or raises the quota; then try again"
    case .tooLarge: "nothing was kept of it; make the picture smaller"
    case .damaged: "nothing was kept of it; try again"
    case .unavailable: "try again; nothing is lost"
    case .cancelled: "nothing more was done"
    }
  }

  /// All of it in one line.
  public var description: String { "\(subject): \(detail); \(advice)" }
}

/// The checksum that Google's storage names for every object: CRC-32C (Castagnoli), reflected, as in RFC 3720, appendix B.4.
public enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }

  /// Of all bytes.
  public static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }

  /// As Google's storage writes it: base64 of the four bytes, the highest first. Nil for anything else.
  public static func read(_ text: String) -> UInt32? {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }.map { signs.firstIndex(of: $0) }
    guard text.utf8.count == 8, digits.count == 6, !digits.contains(nil) else { return nil }
    let number = digits.reduce(UInt64(0)) { $0 << 6 | UInt64($1 ?? 0) }
    return UInt32(truncatingIfNeeded: number >> 4)
  }

  /// As ``read(_:)`` takes it.
  public static func text(_ sum: UInt32) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let number = UInt64(sum) << 4
    return String((0..<6).reversed().map { signs[Int(number >> (6 * UInt64($0)) & 63)] }) + "=="
  }
}
