import BoothSystem
import Crypto
import Documents
import FoundationEssentials
import Glibc
public import StudioModel

/// Seals what the studio's database must not hold in the clear, with a key in a file of its own (`studio.key`, mode 0600): who has a
/// copy of the database alone has nothing. AES-GCM with 256 bits.
public struct SecretSeal: Sendable {
  /// The name of the file in the studio's folder.
  public static let name = "studio.key"
  private let key: SymmetricKey

  /// Reads the key, or makes one.
  /// - Parameter path: of the file; its folder is there.
  /// - Throws: ``AccountError/unavailable(_:)`` in words. What was sealed with a key that is gone cannot be had any more: its
  ///   people sign in again.
  public init(path: String) throws(AccountError) {
    if let bytes = OrdinaryFile.bytes(path) {
      guard bytes.count == 32 else {
        throw .unavailable(
          "\(path) is no key of 32 bytes; put a copy of it back, or remove it: then people sign in again")
      }
      key = SymmetricKey(data: bytes)
      return
    }
    guard access(path, F_OK) != 0 else {
      throw .unavailable("\(path) cannot be read: \(SystemWords.of(errno))")
    }
    let made = StudioSecret.bytes(32)
    do { try DurableFile.replace(path, with: made) } catch { throw .unavailable("\(path): \(error.words)") }
    key = SymmetricKey(data: made)
  }

  /// - Parameter owner: whose it is; it opens for no other person.
  public func seal(_ secret: String, for owner: String) throws(AccountError) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(Array(secret.utf8), using: key, authenticating: Array(owner.utf8))
      guard let combined = box.combined else { throw AccountError.unavailable("nothing was sealed") }
      return Array(combined)
    } catch { throw .unavailable("it cannot be sealed: \(error)") }
  }

  /// The reverse; nil for what was sealed with another key, for another owner, or is damaged.
  public func open(_ sealed: [UInt8], for owner: String) -> String? {
    do {
      let box = try AES.GCM.SealedBox(combined: sealed)
      return String(
        decoding: try AES.GCM.open(box, using: key, authenticating: Array(owner.utf8)), as: UTF8.self)
    } catch { return nil }
  }
}
