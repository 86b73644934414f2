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
/// modules (`import { ask } from "./ask.js"`) lead to files of the same version. Comments are left out and files are
/// compressed, once a process: a third of what a page loads is explained in comments that no browser needs.
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

  /// All that is served, without its comments.
  private static let all: [String: File] = embedded().reduce(into: [:]) { files, asset in
    guard !asset.path.hasPrefix("words/") else { return }
    let isScript = asset.path.hasSuffix(".js")
    let bytes = withoutComments(asset.bytes, of: asset.path)
    files[asset.path] = File(
      type: isScript
        ? "text/javascript; charset=utf-8"
        : asset.path.hasSuffix(".svg") ? "image/svg+xml; charset=utf-8" : "text/css; charset=utf-8",
      bytes: bytes,
      gzip: GZip.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil } ?? [],
      imports: isScript ? imports(of: asset.path, String(decoding: asset.bytes, as: UTF8.self)) : [])
  }

  /// A script or style sheet without the comments that have lines of their own. Their line ends stay, so that a browser's
  /// messages name the lines of the sources. A comment behind code stays as well, and so does an icon's licence.
  static func withoutComments(_ bytes: [UInt8], of path: String) -> [UInt8] {
    let isScript = path.hasSuffix(".js")
    guard isScript || path.hasSuffix(".css") else { return bytes }
    let (newline, slash, star) = (UInt8(ascii: "\n"), UInt8(ascii: "/"), UInt8(ascii: "*"))
    return bytes.withUnsafeBufferPointer { text in
      var kept: [UInt8] = []
      kept.reserveCapacity(text.count)
      func end(from place: Int) -> Int { text[place...].firstIndex(of: newline) ?? text.count }
      func isBlank(_ places: Range<Int>) -> Bool {
        places.allSatisfy { text[$0] == UInt8(ascii: " ") || text[$0] == UInt8(ascii: "\t") }
      }
      var place = 0
      while place < text.count {
        let lineEnd = end(from: place)
        var start = place
        while start < lineEnd, isBlank(start..<start + 1) { start += 1 }
        var commentEnd: Int?
        if start + 1 < lineEnd, text[start] == slash {
          if text[start + 1] == slash, isScript { commentEnd = lineEnd }
          if text[start + 1] == star {
            var last = start + 2
            while last + 1 < text.count, !(text[last] == star && text[last + 1] == slash) { last += 1 }
            let closing = end(from: min(last, text.count))
            if last + 1 < text.count, isBlank(last + 2..<closing) { commentEnd = closing }
          }
        }
        if let commentEnd {
          for other in place..<commentEnd where text[other] == newline { kept.append(newline) }
          place = commentEnd
        } else {
          kept += text[place..<lineEnd]
          place = lineEnd
        }
        if place < text.count {
          kept.append(newline)
          place += 1
        }
      }
      return kept
    }
  }

  /// A file's text as it is served; nil where there is none.
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
