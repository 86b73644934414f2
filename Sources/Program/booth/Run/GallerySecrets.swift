import BoothCore
import BoothStore
import BoothSystem
import BoothVault
import CommandSupport
import FoundationEssentials
import Glibc

/// Our own gallery's secrets: made once, kept in the data folder for its owner only.
struct GallerySecrets: Codable {
  var uploadSecret: String
  var presignToken: String

  enum CodingKeys: String, CodingKey {
    case uploadSecret = "upload_secret"
    case presignToken = "presign_token"
  }

  private static let name = "gallery-secrets.json"

  /// Reads `gallery-secrets.json`, or makes it.
  static func load(folder: String) throws -> GallerySecrets {
    let path = "\(folder)/\(name)"
    guard let bytes = OrdinaryFile.bytes(path) else {
      guard !isTaken(path) else { throw CommandError("\(path): cannot be read as a file; \(remedy)") }
      return try make(in: folder)
    }
    var secrets: GallerySecrets
    do {
      secrets = try JSONDecoder().decode(GallerySecrets.self, from: Data(bytes))
    } catch {
      throw CommandError("\(path): expected {\"upload_secret\": …, \"presign_token\": …}; \(remedy)")
    }
    // An empty secret would be no secret.
    guard !secrets.uploadSecret.allSatisfy(\.isWhitespace) else {
      throw CommandError("\(path): upload_secret: expected a text that is not empty; \(remedy)")
    }
    secrets.presignToken = GalleryToken.trimmed(secrets.presignToken)
    guard GalleryToken.isUsable(secrets.presignToken) else {
      throw CommandError("\(path): presign_token: expected \(GalleryToken.words); \(remedy)")
    }
    return secrets
  }

  /// Those that are there and can be used; nothing is made.
  static func known(in folder: String) -> GallerySecrets? {
    guard OrdinaryFile.bytes("\(folder)/\(name)") != nil else { return nil }
    // What is wrong with them is said by who uses them.
    do { return try load(folder: folder) } catch { return nil }
  }

  /// The same for a gallery of its own: on a disk that is full it starts all the same, as guests look at what is there.
  /// - Returns: also what the operator should know of it.
  static func loadOrHold(folder: String) throws -> (secrets: GallerySecrets, trouble: String?) {
    do { return (try load(folder: folder), nil) } catch {
      let path = "\(folder)/\(name)"
      guard !isTaken(path), let room = DiskRoom.of(folder), !room.isReadOnly, room.free < littleRoom else {
        throw error
      }
      return (
        GallerySecrets(uploadSecret: random(), presignToken: random()),
        "the disk is full, so \(path) cannot be written: the booths' token and the events' keys that are not in the settings hold until "
          + "the gallery ends; make room, and start it again"
      )
    }
  }

  /// In bytes: what a small file may need on any file system.
  private static let littleRoom: Int64 = 64 << 10

  private static let remedy = "mend it, or delete it to have new ones made (links stay true; event keys change)"

  /// The same for a booth: guests do not wait for a file that is damaged. It is set aside, as it is, and new secrets are
  /// made. One that is only out of reach (its rights, its disk, a link's end) stays, and for this run there are others; so
  /// where the disk takes no new file.
  /// - Returns: also what the operator should know of it.
  static func loadOrReplace(folder: String) -> (secrets: GallerySecrets, trouble: String?) {
    do { return (try load(folder: folder), nil) } catch {
      let words = (error as? CommandError)?.message ?? "\(error)"
      let path = "\(folder)/\(name)"
      let changed =
        "keys of events that are by link only have changed (booth event list), and so has the token of who else uploads here"
      guard isDamaged(path), let number = (1...).first(where: { !isTaken("\(path).damaged-\($0)") }),
        rename(path, "\(path).damaged-\(number)") == 0
      else {
        return (GallerySecrets(uploadSecret: random(), presignToken: random()), "\(words); until then \(changed)")
      }
      let aside = "\(words). It is set aside as \(name).damaged-\(number), and \(changed)"
      do { return (try make(in: folder), aside) } catch {
        return (GallerySecrets(uploadSecret: random(), presignToken: random()), aside)
      }
    }
  }

  /// Whether it is there for good as it is: a file that was read and is none of ours, or no file at all. A link may lead
  /// somewhere again.
  private static func isDamaged(_ path: String) -> Bool {
    if OrdinaryFile.bytes(path) != nil { return true }
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return false }
    return facts.st_mode & S_IFMT != S_IFREG && facts.st_mode & S_IFMT != S_IFLNK
  }

  private static func isTaken(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  private static func make(in folder: String) throws -> GallerySecrets {
    let secrets = GallerySecrets(uploadSecret: random(), presignToken: random())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = Array(try encoder.encode(secrets))
    do throws(StoreError) {
      _ = try POSIXDisk(root: folder).writeDurably(bytes, to: name)
    } catch {
      throw CommandError("\(advice: error)")
    }
    return secrets
  }

  /// 256 bits in hex.
  private static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
