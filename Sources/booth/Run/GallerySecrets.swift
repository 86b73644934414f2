import BoothCore
import BoothStore
import FoundationEssentials

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
      let remedy = "mend it, or delete it to have new ones made (links stay true; event keys change)"
      var secrets: GallerySecrets
      do {
        secrets = try JSONDecoder().decode(GallerySecrets.self, from: data)
      } catch {
        throw CommandFailure("\(path): expected {\"upload_secret\": …, \"presign_token\": …}; \(remedy)")
      }
      // An empty secret would be no secret.
      guard !secrets.uploadSecret.allSatisfy(\.isWhitespace) else {
        throw CommandFailure("\(path): upload_secret: expected a text that is not empty; \(remedy)")
      }
      secrets.presignToken = GalleryToken.trimmed(secrets.presignToken)
      guard GalleryToken.isUsable(secrets.presignToken) else {
        throw CommandFailure("\(path): presign_token: expected \(GalleryToken.words); \(remedy)")
      }
      return secrets
    }
    let secrets = GallerySecrets(uploadSecret: random(), presignToken: random())
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let bytes = Array(try encoder.encode(secrets))
    do throws(StoreError) {
      _ = try POSIXDisk(root: folder).writeDurably(bytes, to: "gallery-secrets.json")
    } catch {
      throw CommandFailure("\(error)")
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
