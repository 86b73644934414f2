import BoothCore
import BoothSystem
import FoundationEssentials
package import Imaging
package import Locations

/// Why a file is not taken.
package struct ImportFault: Error {
  package var expected: String
  package var found: String

  /// What was expected, and what it is instead.
  package init(expected: String, found: String) { (self.expected, self.found) = (expected, found) }
}

/// A new location's id, as the app makes them.
package func newLocationID() -> String { UUID().uuidString }

/// A picture that a person brings: looked at, and known to be one that the booth can show.
package struct BroughtPicture {
  package let bytes: [UInt8]
  package let facts: PictureFacts
  /// From the file's name.
  package let title: String

  /// - Parameter name: the file's path, for its title.
  package init(bytes: [UInt8], name: String) throws(ImportFault) {
    let expected = "a JPEG or PNG picture"
    let format = PictureFormat(beginningWith: bytes)
    guard let format, format.fileExtension != nil else {
      let found = bytes.isEmpty ? "an empty file" : format?.words ?? "no picture that booth knows"
      throw ImportFault(expected: expected, found: "\(found); save it as JPEG, of the best quality")
    }
    do throws(ImageError) { facts = try PictureFacts(of: bytes) } catch {
      throw ImportFault(expected: expected, found: "one that \(error.detail)")
    }
    self.bytes = bytes
    title = Self.title(of: name)
  }

  /// Names, bytes and checksum are the store's to say.
  package var picture: LocationPicture { LocationPicture(name: "", bytes: 0, checksum: "", size: facts.size) }

  /// `Jaffa_Gate-1900.jpg` is "Jaffa Gate-1900".
  private static func title(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let words = stem.split { $0 == "_" || $0.isWhitespace }.joined(separator: " ")
    return words.isEmpty ? name : words
  }
}
