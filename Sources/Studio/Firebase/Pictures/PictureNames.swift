import Crypto
import Documents
import StudioModel

/// How pictures are called here and in the organisation's bucket.
///
/// | | here | there |
/// |---|---|---|
/// | a critique's | `/training/pictures/ID/HASH.jpg` | `organizations/ORG/critiques/ID/HASH.jpg` |
/// | its thumbnail | `/training/pictures/ID/HASH-small.jpg` | `organizations/ORG/critiques/ID/thumb_HASH.jpg` |
/// | a report's | `/reports/picture/HASH` | `templateReports/UID/HASH.jpg` |
/// | what an app has put there | `/training/pictures/ID/far-….jpg` | as the app calls it |
enum PictureNames {
  static let trainingPath = "/training/pictures/"
  static let reportPath = "/reports/picture/"
  /// What stands for a picture that another app has put into the bucket.
  static let far = "far-"
  private static let small = "-small.jpg"
  private static let thumb = "thumb_"

  /// Which fields of which collections hold addresses of pictures, in every generation of the apps.
  static let fields: [String: Set<String>] = [
    "photoCritiques": [
      "imageUrl", "thumbnailUrl", "imageUrls", "thumbnailUrls", "image_url", "thumbnail_url", "image_urls",
      "thumbnail_urls",
    ],
    "dailyJobReports": ["photoURLs", "photo_urls"],
  ]

  /// The object of a critique's picture.
  static func object(_ name: String, of critique: String, in organisation: OrganisationID) -> String {
    let file = name.hasSuffix(small) ? thumb + name.dropLast(small.utf8.count) + ".jpg" : name
    return "organizations/\(organisation)/critiques/\(critique)/\(file)"
  }

  /// The reverse; nil for an object that is none of that critique's, or not as it is called here.
  static func name(_ object: String, of critique: String, in organisation: OrganisationID) -> String? {
    let folder = "organizations/\(organisation)/critiques/\(critique)/"
    guard object.hasPrefix(folder), object.hasSuffix(".jpg") else { return nil }
    let file = String(object.dropFirst(folder.utf8.count))
    let name = file.hasPrefix(thumb) ? file.dropFirst(thumb.utf8.count).dropLast(4) + small : file
    // What would be another one when it is called back is an app's.
    guard KeptPicture.isName(name), !name.hasPrefix(far), self.object(name, of: critique, in: organisation) == object
    else { return nil }
    return name
  }

  static func report(_ hash: String, of user: UserID) -> String { "templateReports/\(user)/\(hash).jpg" }

  /// The hash in the name of a report's object; nil for other objects.
  static func reportHash(_ object: String) -> String? {
    let parts = object.split(separator: "/")
    guard parts.count == 3, parts[0] == "templateReports", parts[2].hasSuffix(".jpg") else { return nil }
    let hash = parts[2].dropLast(4)
    return hash.utf8.count == 64 && hash.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      ? String(hash) : nil
  }

  /// What stands for an address made elsewhere.
  static func alias(_ address: String) -> String {
    far + hex(SHA256.hash(data: Array(address.utf8)).prefix(20)) + ".jpg"
  }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
