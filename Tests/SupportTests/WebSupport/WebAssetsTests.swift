import BoothTesting
import FoundationEssentials
import HTTPTypes
import Testing

@testable import BoothArchives
@testable import WebSupport

@Suite struct WebAssetsTests {
  private let all = WebAssets(["shared", "studio", "photos", "reports", "training", "locations", "pairs", "gallery"])

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

  @Test func `every icon is in one sprite, and the sprites have no other`() throws {
    let sprites = try all.paths.filter { $0.hasSuffix(".svg") }.map { try #require(all.text($0)) }
    let symbols = sprites.flatMap {
      $0.split(separator: "<symbol id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    #expect(symbols.sorted() == Icon.allCases.map(\.rawValue).sorted())
    #expect(try #require(all.text(Icon.film.sprite)).contains("<symbol id=\"film\""))
    #expect((Icon.trash.sprite, Icon.film.sprite) == ("shared/icons.svg", "photos/icons.svg"))
    #expect(
      Icon.trash.html(at: "/icons.svg").text
        == "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"/icons.svg#trash\"></use></svg>")
    #expect(Icon.arrowLeft.html(at: "/icons.svg", turns: true).text.contains("class=\"icon turns\""))
    #expect(
      all.answer(all.name(of: "shared/icons.svg"), accepting: nil)?.headers[.contentType]
        == "image/svg+xml; charset=utf-8")
  }

  @Test func `scripts show icons that there are`() throws {
    let names = Set(Icon.allCases.map(\.rawValue))
    let asked = try all.paths.filter { $0.hasSuffix(".js") }.flatMap { path in
      try #require(all.text(path)).matches(of: #/\bicon\("([^"]*)"\)/#).map { (path, String($0.output.1)) }
    }
    #expect(asked.count > 10)
    for (path, name) in asked { #expect(names.contains(name), "\(path)") }
  }

  @Test(arguments: [
    ("a();\n// one\n  // two\nb(); // three\n", "a();\n\n\nb(); // three\n"),
    ("/** Draws it. */\ndraw();\n/*\n * Long:\n * `const x = {`\n */\nend();", "\ndraw();\n\n\n\n\nend();"),
    ("  /** A row. */ row();\n/* two\n lines */ after();\n", "  /** A row. */ row();\n\n after();\n"),
    ("const text = `\n// stays\n/* stays */\n`;\n// goes\n", "const text = `\n// stays\n/* stays */\n`;\n\n"),
    ("const one = `a` + `b`;\n// goes\n", "const one = `a` + `b`;\n\n"),
    (":root {\n  /* Night. */\n  color: red; /* blue */\n}\n", ":root {\n\n  color: red; /* blue */\n}\n"),
    ("", ""),
  ])
  func `comments with lines of their own are left out, and lines keep their numbers`(_ text: String, _ kept: String) {
    #expect(String(decoding: WebAssets.withoutComments(Array(text.utf8)), as: UTF8.self) == kept)
  }

  @Test func `scripts and style sheets are served without comments, and nothing else is changed`() throws {
    for asset in WebAssets.embedded() where all.text(asset.path) != nil && !asset.path.hasSuffix(".svg") {
      let written = String(decoding: asset.bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      let served = try #require(all.text(asset.path)).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(written.count == served.count, "\(asset.path)")
      for (number, (before, after)) in zip(written, served).enumerated() where before != after {
        #expect(after.isEmpty, "\(asset.path):\(number + 1)")
      }
      #expect(!served.contains { $0.hasPrefix("/**") || $0.hasPrefix("//") }, "\(asset.path)")
    }
  }

  @Test func `a page that stands alone has a module with all that it imports, and nothing ends its script early`() {
    let text = HTML.script("pairs/stage.js", of: all).text
    for path in ["shared/dom.js", "locations/divider.js", "pairs/stage.js"] {
      #expect(text.contains("m[\"\(path)\"] ??="), "\(path)")
    }
    #expect(text.hasPrefix("<script type=\"module\">\n") && text.hasSuffix("</script>"))
    let styles = HTML.styles(["pairs/page.css", "pairs/site.css"], of: all).text
    #expect(styles.contains(".stage {") && styles.contains(".places {"))
    for page in [text, HTML.script("pairs/site.js", of: all).text, styles] {
      #expect(page.matches(of: #/<\/(script|style)/#).count == 1 && !page.contains("import("))
    }
  }

  @Test func `a bundle is at the address of its pages, and whole at every other`() throws {
    let studio = WebAssets(
      ["shared", "studio", "photos"], common: "studio/studio.js", pages: (["photos/photos.js"], ["photos/days.js"]))
    func text(_ name: String, after: String? = nil) throws -> String {
      guard case .bytes(let bytes) = try #require(studio.answer(name, after: after, accepting: nil)).body else {
        return ""
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let name = studio.name(of: "photos/photos.js")
    #expect(
      studio.address(of: "photos/photos.js", after: ["studio/studio.js"])
        == "/static/\(name)?after=studio/studio.js")
    let part = try text(name, after: "studio/studio.js")
    let whole = try text(name)
    #expect(!part.contains("m[\"shared/dom.js\"] ??=") && whole.contains("m[\"shared/dom.js\"] ??="))
    // What no page asks for, and an address of an older version, is answered whole: nothing that it needs is missing.
    #expect(try text(name, after: "photos/grid.js") == whole)
    #expect(try text("older/photos/photos.js", after: "studio/studio.js") == whole)
    let addresses = studio.addresses()
    #expect(Set(addresses).count == addresses.count)
    #expect(addresses.contains("/static/\(name)?after=studio/studio.js"))
    #expect(
      addresses.contains("/static/\(studio.name(of: "photos/suggest.js"))?after=studio/studio.js,photos/photos.js"))
    #expect(studio.addresses(in: ["studio", "shared"]).allSatisfy { !$0.contains("/photos/photos.css") })
    #expect(studio.loads("photos/photos.js", later: "photos/suggest.js"))
    #expect(!studio.loads("photos/photos.js", later: "photos/days.js"))
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
