import BoothArchives
import BoothCore
import Crypto
import WebSupport

/// One file of an archive, as its object is now.
struct ArchivedObject: Sendable {
  var info: ListedObject
  /// In the archive.
  var name: String
  var made: CivilMoment
}

/// An archive's files, where each stands in it, and what tells this archive from all others.
struct LaidOutArchive: Sendable {
  let objects: [ArchivedObject]
  let layout: ZIPLayout
  /// How many files it has, and a digest of all that its bytes depend on: two archives of one tag are the same, byte for byte.
  let tag: String

  init(_ objects: [ArchivedObject]) {
    self.objects = objects
    layout = ZIPLayout(
      objects.map { ZIPLayout.Entry(name: $0.name, sizeBytes: UInt64($0.info.sizeBytes), made: $0.made) })
    tag = Self.tag(objects[...])
  }

  /// The archive that was these files before others came behind them, by the tag it had; nil where it cannot be made any more.
  /// - Parameter header: an `If-Range`.
  func beginning(tagged header: String) -> LaidOutArchive? {
    let text = header.drop { $0 == " " || $0 == "\t" || $0 == "\"" }
    guard let count = Int(text.prefix { $0 != "-" }), (1..<objects.count).contains(count),
      EntityTags.range(header, allows: Self.tag(objects[..<count]))
    else { return nil }
    return LaidOutArchive(Array(objects[..<count]))
  }

  /// Counted up when the same files become other bytes.
  private static let version = "1"

  private static func tag(_ objects: ArraySlice<ArchivedObject>) -> String {
    var hash = SHA256()
    hash.update(data: Array(version.utf8))
    for object in objects {
      let made = object.made
      let parts = [
        object.info.key.text, object.info.etag, "\(object.info.sizeBytes)", object.name,
        "\(made.year) \(made.month) \(made.day) \(made.hour) \(made.minute) \(made.second)",
      ]
      // No part has a zero byte in it.
      for part in parts { hash.update(data: Array(part.utf8) + [0]) }
    }
    return "\(objects.count)-\(URLBase64.encode(hash.finalize().prefix(15)))"
  }
}
