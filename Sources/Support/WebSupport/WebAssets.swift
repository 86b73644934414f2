import BoothArchives
import CWebAssets
import Crypto
import HTTPTypes

/// Scripts, style sheets and icons of the pages, from `Sources/CLibraries/CWebAssets/web`.
///
/// ```swift
/// let assets = WebAssets(["shared", "photos"])
/// assets.address(of: "photos/photos.js")  // "/static/3kTq…/photos/photos.js"
/// ```
///
/// One hash over all files is part of each address: browsers may keep a file for good, and the relative imports of
/// modules (`import { ask } from "./ask.js"`) lead to files of the same version. Files are compressed once, and lose their
/// comments before: a third of what a phone would load.
package struct WebAssets: Sendable {
  private struct File: Sendable {
    var type: String
    var bytes: [UInt8]
    /// Empty where compression does not make it smaller.
    var gzip: [UInt8]
    /// Paths of the modules that it imports.
    var imports: [String]
  }

  private let files: [String: File]
  /// Of all files, their paths included.
  package let hash: String

  /// - Parameter folders: the folders of `web/` that a server has.
  package init(_ folders: Set<String>) {
    let files = Self.all.filter { path, _ in folders.contains(String(path.prefix { $0 != "/" })) }
    var sum = SHA256()
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      sum.update(data: Array("\(path) \(file.bytes.count)\n".utf8))
      sum.update(data: file.bytes)
    }
    hash = URLBase64.encode(sum.finalize().prefix(9))
    self.files = files
  }

  /// All that is served, prepared once a process.
  private static let all: [String: File] = embedded().reduce(into: [:]) { files, asset in
    guard !asset.path.hasPrefix("words/") else { return }
    let isScript = asset.path.hasSuffix(".js")
    let bytes = asset.path.hasSuffix(".svg") ? asset.bytes : withoutComments(asset.bytes)
    files[asset.path] = File(
      type: isScript
        ? "text/javascript; charset=utf-8"
        : asset.path.hasSuffix(".svg") ? "image/svg+xml; charset=utf-8" : "text/css; charset=utf-8",
      bytes: bytes,
      gzip: GZip.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil } ?? [],
      imports: isScript ? imports(of: asset.path, String(decoding: bytes, as: UTF8.self)) : [])
  }

  /// A file's text; nil where there is none.
  package func text(_ path: String) -> String? { files[path].map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// The part of an address behind `/static/`: `3kTq…/photos/photos.js`.
  package func name(of path: String) -> String {
    precondition(files[path] != nil, "there is no \(path) below web/")
    return "\(hash)/\(path)"
  }

  package func address(of path: String) -> String { "/static/" + name(of: path) }

  /// All files' paths, sorted.
  package var paths: [String] { files.keys.sorted() }

  /// The modules that a script imports, and those that they import, in the order in which they are found: to be
  /// fetched with the page (`modulepreload`), and not one after the other.
  package func imports(of path: String) -> [String] {
    var found: [String] = []
    var waiting = [path]
    while !waiting.isEmpty {
      for next in files[waiting.removeFirst()]?.imports ?? [] where next != path && !found.contains(next) {
        found.append(next)
        waiting.append(next)
      }
    }
    return found
  }

  /// `GET /static/{hash}/{path}`. An address with another hash, of a page loaded before an update, gets the file of today.
  /// - Parameters:
  ///   - name: what follows `/static/`.
  ///   - accepted: the request's `Accept-Encoding`.
  package func answer(_ name: String, accepting accepted: String?) -> WebAnswer? {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let file = files[String(parts[1])] else { return nil }
    let isPacked = !file.gzip.isEmpty && accepted.map(GZip.isAccepted) == true
    var headers: HTTPFields = [
      .contentType: file.type, .vary: "Accept-Encoding",
      .cacheControl: parts[0] == hash ? "public, max-age=31536000, immutable" : "no-cache",
    ]
    if isPacked { headers[.contentEncoding] = "gzip" }
    return WebAnswer(.ok, headers, .bytes(isPacked ? file.gzip : file.bytes))
  }

  /// Every file below `web/`, and the pages' texts below `words/`, as the compiler has embedded them.
  static func embedded() -> [(path: String, bytes: [UInt8])] {
    UnsafeBufferPointer(start: web_assets(), count: web_asset_count()).map { asset in
      (String(cString: asset.path), Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count)))
    }
  }

  /// One of them: `words/photos/en.json`; nil where there is none. Texts are not served.
  package static func bytes(of path: String) -> [UInt8]? {
    UnsafeBufferPointer(start: web_assets(), count: web_asset_count()).first { path == String(cString: $0.path) }
      .map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.count)) }
  }

  /// A script or style sheet without the comments that have lines of their own. Those lines stay, empty, so that a
  /// browser's errors name the lines of our files.
  ///
  /// `/** Draws it. */` goes; `draw() // twice` and a line of a template literal that looks like a comment stay.
  static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let space = UInt8(ascii: " ")
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var isComment = false
    var isTemplate = false
    for (index, line) in bytes.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { kept.append(newline) }
      let text = line.drop { $0 == space }
      if isComment {
        guard let end = text.firstRange(of: Array("*/".utf8)) else { continue }
        isComment = false
        kept += text[end.upperBound...]
      } else if isTemplate {
        kept += line
        isTemplate = line.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
      } else if text.starts(with: "//".utf8) {
        continue
      } else if text.starts(with: "/*".utf8), let end = text.dropFirst(2).firstRange(of: Array("*/".utf8)) {
        // What follows the comment's end on its line is code.
        if end.upperBound != text.endIndex { kept += line }
      } else if text.starts(with: "/*".utf8) {
        isComment = true
      } else {
        kept += line
        isTemplate = !line.count { $0 == UInt8(ascii: "`") }.isMultiple(of: 2)
      }
    }
    return kept
  }

  /// The paths of static imports, `from "./ask.js"` and `import "./ask.js"`; dynamic ones are for later.
  static func imports(of path: String, _ text: String) -> [String] {
    let folder = path.split(separator: "/").dropLast()
    return text.split(separator: "\n").compactMap { line in
      guard line.hasPrefix("import ") || line.hasPrefix("export ") || line.hasPrefix("}") else { return nil }
      guard let quote = line.firstRange(of: "from \"") ?? line.firstRange(of: "import \"") else { return nil }
      var parts = folder
      for part in line[quote.upperBound...].prefix(while: { $0 != "\"" }).split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return parts.joined(separator: "/")
    }
  }
}
