import BoothCore
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

  /// Reads `gallery-secrets.json`, or makes it.
  static func load(folder: String) throws -> GallerySecrets {
    let path = folder + "/gallery-secrets.json"
    if let data = FileManager.default.contents(atPath: path) {
      do {
        return try JSONDecoder().decode(GallerySecrets.self, from: data)
      } catch {
        throw CommandFailure(
          "\(path): expected {\"upload_secret\": …, \"presign_token\": …}; mend it, or delete it to have new ones made "
            + "(links stay true; event keys change)")
      }
    }
    let secrets = GallerySecrets(uploadSecret: random(), presignToken: random())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = try encoder.encode(secrets)
    let temporary = path + ".part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw CommandFailure("\(path): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
    guard written == bytes.count, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
      throw CommandFailure("\(path): cannot be written: \(String(cString: strerror(errno)))")
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
