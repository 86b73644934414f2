import BoothArchives
import CWebAssets
import Crypto
import HTTPTypes
import Synchronization

/// Scripts, style sheets and icons of the pages, from `Sources/CLibraries/CWebAssets/web`.
///
/// ```swift
/// let assets = WebAssets(["shared", "photos"])
/// assets.address(of: "photos/photos.js")  // "/static/3kTq…/photos/photos.js"
/// ```
///
/// One hash over all files is part of each address: browsers may keep a file for good. A module comes in one file together with
/// all that it imports (``ScriptBundles``), as each further file of a page costs a phone a connection's turn. Files are compressed
/// once, and lose their comments before: a third of what a phone would load.
package struct WebAssets: Sendable {
  private struct File: Sendable {
    var type: String
    var bytes: [UInt8]
    /// Empty where compression does not make it smaller.
    var gzip: [UInt8]

    init(type: String, _ bytes: [UInt8]) {
      (self.type, self.bytes) = (type, bytes)
      gzip = GZip.compressed(bytes).flatMap { $0.count < bytes.count ? $0 : nil } ?? []
    }
  }

  private let files: [String: File]
  private let bundles: ScriptBundles
  /// What pages load, now or later: `photos/photos.js?after=studio/studio.js`, each once.
  private let bundleNames: [String]
  /// Of these by their names, made when they are first asked for.
  private let made = Made()
  /// What the bundles of single pages may load later.
  private let later: [String: Set<String>]
  /// Of all files, their paths included.
  package let hash: String

  /// - Parameters:
  ///   - folders: the folders of `web/` that a server has.
  ///   - common: the module that all pages load first; nil where there is none.
  ///   - pages: modules that single pages load after it, and those that pages without it load.
  package init(
    _ folders: Set<String>, common: String? = nil, pages: (after: [String], alone: [String]) = ([], [])
  ) {
    let files = Self.all.filter { path, _ in folders.contains(String(path.prefix { $0 != "/" })) }
    var sum = SHA256()
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      sum.update(data: Array("\(path) \(file.bytes.count)\n".utf8))
      sum.update(data: file.bytes)
    }
    sum.update(data: Array("bundles, form 1\n".utf8))
    hash = URLBase64.encode(sum.finalize().prefix(9))
    self.files = files
    let bundles = ScriptBundles(Self.modules.filter { files[$0.path] != nil }, version: hash)
    self.bundles = bundles
    let first = common.map { [$0] } ?? []
    let found =
      (first + pages.alone).flatMap { bundles.names(of: $0, after: []) }
      + pages.after.flatMap { bundles.names(of: $0, after: first) }
    later = pages.after.reduce(into: [:]) { all, page in
      all[page] = Set(bundles.closure(of: page).flatMap { bundles[$0]?.later ?? [] })
    }
    bundleNames = found.reduce(into: []) { all, name in if !all.contains(name) { all.append(name) } }
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
      bytes)
  }

  private static let modules: [ScriptModule] = all.filter { $0.key.hasSuffix(".js") }
    .map { path, file in ScriptModule(path, String(decoding: file.bytes, as: UTF8.self)) }.filter(\.isModule)

  private final class Made: Sendable {
    let files = Mutex<[String: File]>([:])
  }

  /// A file's text; nil where there is none.
  package func text(_ path: String) -> String? { files[path].map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// A module with all that it imports, as the text of a `<script type="module">` within a page. Nothing is loaded later.
  package func inlined(_ path: String) -> String {
    precondition(bundles[path] != nil, "there is no module \(path) below web/")
    return bundles.text(of: path, after: [])
  }

  /// The part of an address behind `/static/`: `3kTq…/photos/photos.js`.
  package func name(of path: String) -> String {
    precondition(files[path] != nil, "there is no \(path) below web/")
    return "\(hash)/\(path)"
  }

  package func address(of path: String) -> String { "/static/" + name(of: path) }

  /// All files' paths, sorted.
  package var paths: [String] { files.keys.sorted() }

  /// The address of a page's module where the page loads the bundles of others before.
  package func address(of path: String, after: [String]) -> String {
    precondition(files[path] != nil, "there is no \(path) below web/")
    return "/static/\(hash)/\(ScriptBundles.name(of: path, after: after))"
  }

  /// The addresses of all that pages load: style sheets, icons, and the bundles of their modules.
  /// - Parameter folders: of these modules, style sheets and icons only.
  package func addresses(in folders: Set<String>? = nil) -> [String] {
    func isAsked(_ path: String) -> Bool { folders?.contains(String(path.prefix { $0 != "/" })) != false }
    return (paths.filter { !$0.hasSuffix(".js") } + bundleNames).filter(isAsked).map { "/static/\(hash)/\($0)" }
  }

  /// A module's path behind those of all that it imports, as ``ScriptBundles`` has it.
  func closure(of path: String) -> [String] { bundles.closure(of: path) }

  /// Whether a module of a page's bundle may load the other one later.
  package func loads(_ path: String, later other: String) -> Bool { later[path]?.contains(other) == true }

  /// `GET /static/{hash}/{path}`. An address with another hash, of a page loaded before an update, gets the file of today, whole.
  /// - Parameters:
  ///   - name: what follows `/static/`.
  ///   - after: `studio/studio.js,photos/photos.js`: the bundles that the page has loaded before. What no page of ours asks for is as
  ///     if it were not there.
  ///   - accepted: the request's `Accept-Encoding`.
  package func answer(_ name: String, after: String? = nil, accepting accepted: String?) -> WebAnswer? {
    let parts = name.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, var file = files[String(parts[1])] else { return nil }
    let isCurrent = parts[0] == hash
    if bundles[String(parts[1])] != nil {
      file = bundle(String(parts[1]), after: isCurrent ? after ?? "" : "")
    }
    let isPacked = !file.gzip.isEmpty && accepted.map(GZip.isAccepted) == true
    var headers: HTTPFields = [
      .contentType: file.type, .vary: "Accept-Encoding",
      .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
    ]
    if isPacked { headers[.contentEncoding] = "gzip" }
    return WebAnswer(.ok, headers, .bytes(isPacked ? file.gzip : file.bytes))
  }

  /// Returns the bundle of a module. Keeps those that pages load; builds any other one for each request, with nothing left out.
  private func bundle(_ path: String, after: String) -> File {
    let before = after.split(separator: ",").map(String.init)
    let name = ScriptBundles.name(of: path, after: before)
    let isLoaded = bundleNames.contains(name)
    if isLoaded, let file = made.files.withLock({ $0[name] }) { return file }
    let file = File(
      type: "text/javascript; charset=utf-8", Array(bundles.text(of: path, after: isLoaded ? before : []).utf8))
    if isLoaded { made.files.withLock { $0[name] = file } }
    return file
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
}
