import Crypto
import HTTPTypes

/// Files that pages load. Their names hold a hash of their bytes, so that browsers may keep them for good.
package struct StaticFiles: Sendable {
  private struct File: Sendable {
    var name: String
    var type: String
    var bytes: [UInt8]
  }

  private var files: [String: File] = [:]

  package init() {}

  /// - Parameters:
  ///   - stem: of the name, without dots.
  ///   - ending: of the name, without a dot.
  /// - Returns: the name: `gallery.3kT….css`.
  package mutating func add(_ stem: String, _ ending: String, _ type: String, _ text: String) -> String {
    let bytes = Array(text.utf8)
    let hash = URLBase64.encode(SHA256.hash(data: bytes).prefix(9))
    let file = File(name: "\(stem).\(hash).\(ending)", type: type, bytes: bytes)
    files["\(stem).\(ending)"] = file
    return file.name
  }

  /// The names of all, sorted.
  package var names: [String] { files.values.map(\.name).sorted() }

  /// Takes another's files in.
  package mutating func join(_ other: StaticFiles) { files.merge(other.files) { own, _ in own } }

  /// `GET /static/{name}`. A name with another hash, of a page loaded before an update, gets what is there now.
  package func answer(_ name: String) -> WebAnswer? {
    let parts = name.split(separator: ".")
    guard parts.count == 3, let file = files["\(parts[0]).\(parts[2])"] else { return nil }
    return WebAnswer(
      .ok,
      [
        .contentType: file.type,
        .cacheControl: file.name == name ? "public, max-age=31536000, immutable" : "no-cache",
      ], .bytes(file.bytes))
  }
}
