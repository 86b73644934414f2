import BoothTesting
import FoundationEssentials
import HTTPTypes
import Testing

@testable import BoothArchives
@testable import WebSupport

@Suite struct WebAssetsTests {
  private let all = WebAssets(["shared", "studio", "photos", "reports", "training", "locations", "gallery"])

  @Test func `every script, style sheet and text is embedded, byte for byte`() throws {
    let root = SourceTree.root.appending(path: "Sources/CLibraries/CWebAssets")
    func files(_ folder: String, _ endings: [String]) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        .filter { path in endings.contains { path.hasSuffix($0) } }.sorted()
    }
    let found = try files("web", [".js", ".css", ".svg"]) + files("words", [".json"]).map { "words/" + $0 }
    let embedded = WebAssets.embedded()
    #expect(embedded.map(\.path) == found, "the list in CWebAssets/WebAssets.c has one entry a file, sorted")
    for asset in embedded {
      let file = asset.path.hasPrefix("words/") ? asset.path : "web/" + asset.path
      let bytes = try Data(contentsOf: root.appending(path: file))
      #expect(asset.bytes == Array(bytes), "\(asset.path)")
    }
  }

  @Test func `comments with lines of their own stay on the server, and every other line has its number`() {
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }
    var (kept, written) = (0, 0)
    for asset in WebAssets.embedded() where asset.path.hasSuffix(".js") || asset.path.hasSuffix(".css") {
      let (source, served) = (lines(String(decoding: asset.bytes, as: UTF8.self)), lines(all.text(asset.path) ?? ""))
      #expect(source.count == served.count, "\(asset.path)")
      var isText = false
      for (number, (line, other)) in zip(source, served).enumerated() {
        #expect(other == line || other.isEmpty, "\(asset.path):\(number + 1)")
        #expect(!trimmed(other).hasPrefix("/*") && !trimmed(other).hasPrefix("// "), "\(asset.path):\(number + 1)")
        // In a text over several lines what looks like a comment would be one of its lines.
        let isComment = other.isEmpty && !line.isEmpty
        #expect(!(isText && isComment), "\(asset.path):\(number + 1) is left out of a text")
        if !isComment, line.count(where: { $0 == "`" }) % 2 == 1 { isText.toggle() }
      }
      (kept, written) = (kept + served.reduce(0) { $0 + $1.utf8.count }, written + asset.bytes.count)
    }
    #expect(kept * 4 < written * 3, "\(kept) of \(written) bytes")
    for (text, served) in [
      ("a();\n  // b\nc();", "a();\n\nc();"), ("a(); // b", "a(); // b"), ("/* a\n b */\nc();", "\n\nc();"),
      ("/* a */ b();", "/* a */ b();"), ("/* never ends", "/* never ends"), ("/", "/"), ("//", ""), ("", ""),
      ("  /** a */", ""), ("x = \"\n", "x = \"\n"),
    ] {
      #expect(
        String(decoding: WebAssets.withoutComments(Array(text.utf8), of: "a/a.js"), as: UTF8.self) == served, "\(text)")
    }
    // In a style sheet two slashes are no comment.
    #expect(WebAssets.withoutComments(Array("// a".utf8), of: "a/a.css") == Array("// a".utf8))
    #expect(all.text("shared/icons.svg")?.contains("MIT licence") == true)
  }

  @Test func `every icon is in the sprite, and the sprite has no other`() throws {
    let sprite = try #require(all.text("shared/icons.svg"))
    let symbols = sprite.split(separator: "<symbol id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(symbols.sorted() == Icon.allCases.map(\.rawValue).sorted())
    #expect(
      Icon.trash.html(of: "/icons.svg").text
        == "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"/icons.svg#trash\"></use></svg>")
    #expect(Icon.arrowLeft.html(of: "/icons.svg", turns: true).text.contains("class=\"icon turns\""))
    #expect(
      all.answer(all.name(of: "shared/icons.svg"), accepting: nil)?.headers[.contentType]
        == "image/svg+xml; charset=utf-8")
  }

  @Test func `every import of a module leads to a file`() {
    for path in all.paths {
      for imported in WebAssets.imports(of: path, all.text(path) ?? "") {
        #expect(all.text(imported) != nil, "\(path) imports \(imported)")
      }
    }
  }

  @Test func `imports are found wherever they stand in the folders, each once`() {
    #expect(
      WebAssets.imports(
        of: "photos/photos.js",
        """
        import { a } from "./a.js";
        import "../b.js";
        import {
          c,
        } from "./in/c.js";
        export { d } from "./d.js";
        const text = 'from "./no.js"';
        """) == ["photos/a.js", "b.js", "photos/in/c.js", "photos/d.js"])
    #expect(all.imports(of: "reports/form.js").contains("shared/outbox/store.js"))
    #expect(Set(all.imports(of: "reports/form.js")).count == all.imports(of: "reports/form.js").count)
  }

  @Test func `an address of this version is kept for good, one of another version is asked for again`() throws {
    let now = try #require(all.answer(all.name(of: "photos/photos.css"), accepting: nil))
    #expect(now.headers[.cacheControl] == "public, max-age=31536000, immutable")
    #expect(now.headers[.contentType] == "text/css; charset=utf-8" && now.headers[.contentEncoding] == nil)
    let old = try #require(all.answer("older/photos/photos.css", accepting: nil))
    #expect(old.headers[.cacheControl] == "no-cache")
    for name in ["", "/", all.hash, all.hash + "/", all.hash + "/../photos/photos.css", "photos/photos.css/"] {
      #expect(all.answer(name, accepting: nil) == nil, "\(name)")
    }
  }

  @Test func `a server has its own folders only`() {
    let gallery = WebAssets(["gallery"])
    #expect(gallery.paths.allSatisfy { $0.hasPrefix("gallery/") } && !gallery.paths.isEmpty)
    #expect(gallery.answer(gallery.hash + "/studio/studio.js", accepting: nil) == nil)
    #expect(gallery.hash != all.hash)
  }

  @Test func `browsers that take gzip get fewer bytes, and they are the same`() throws {
    for path in all.paths {
      guard case .bytes(let plain) = try #require(all.answer(all.name(of: path), accepting: nil)).body else { return }
      let answer = try #require(all.answer(all.name(of: path), accepting: "br, gzip;q=0.8"))
      #expect(answer.headers[.vary] == "Accept-Encoding")
      guard case .bytes(let packed) = answer.body, answer.headers[.contentEncoding] == "gzip" else { continue }
      #expect(packed.count < plain.count && packed.starts(with: [0x1f, 0x8b, 8]))
      // Behind ten bytes of a header stands what Inflater reads; the sum and the count are the last eight.
      let whole = try Inflater.inflate(Array(packed[10..<(packed.count - 8)]), size: plain.count)
      #expect(whole == plain, "\(path)")
    }
  }

  @Test(arguments: [
    ("gzip", true), ("deflate, gzip", true), ("x-gzip", true), ("*", true), ("GZIP; q=0.5", true), ("gzip;q=0", false),
    ("gzip;q=0, *", false), ("*;q=0", false), ("br", false), ("", false), ("identity", false), ("gzipped", false),
  ]) func `what a browser accepts is read as HTTP says`(_ field: String, _ isAccepted: Bool) {
    #expect(GZip.isAccepted(field) == isAccepted)
  }
}
