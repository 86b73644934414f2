import BoothCore
import Testing
import WebSupport

@testable import Gallery

@Suite struct `Pages' tools` {
  @Test func `HTML escapes whatever is put into it`() {
    let name = "<b> & \"x\" 'y'\u{0}\u{1B}\n"
    #expect(
      ("<p a=\"\(name)\">\(name)</p>" as HTML).text
        == "<p a=\"&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;\u{FFFD}\u{FFFD}\n\">&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;"
        + "\u{FFFD}\u{FFFD}\n</p>")
    let items = ["a", "<"].map { "<li>\($0)</li>" as HTML }
    let none: HTML? = nil
    #expect(("<ul>\(items)\(none)</ul>\(3)" as HTML).text == "<ul><li>a</li><li>&lt;</li></ul>3")
    #expect((HTML.empty + "<br>").text == "<br>")
    let odd = "\u{85}\u{A0}\u{202E}a\u{2069}\u{2028}ä\u{7F}\r\n\t€"
    let shown = "\u{FFFD}\u{A0}a\u{2028}ä\u{FFFD}\u{FFFD}\n\t€"
    #expect(("\(odd)\(odd[...])" as HTML).text == shown + shown)
    let edited = "\u{85}\u{A0}\u{202E}a\u{2069}\u{2028}ä\u{7F}&#13;\n\t€\u{FFFD}&#39;\u{1B}"
    #expect(("\(exact: odd + "\u{0}'\u{1B}")" as HTML).text == edited)
  }

  @Test func `percent encoding is the browsers'`() {
    #expect(PercentEncoding.component("a/b c&ä-_.!~*'()+%") == "a%2Fb%20c%26%C3%A4-_.!~*'()%2B%25")
    #expect(PercentEncoding.path("a/b c") == "a/b%20c")
    for (text, plain) in [("a+b%20c", "a b c"), ("%C3%A4", "ä"), ("100%", "100%"), ("%zz%4", "%zz%4"), ("%2B", "+")] {
      #expect(PercentEncoding.decodeQuery(text) == plain)
    }
    let query = Query("path=a%2Fb&x=&path=second&flag&=y&p%61th2=1=2")
    #expect(query["path"] == "a/b" && query["x"] == nil && query["flag"] == nil && query["path2"] == "1=2")
  }

  @Test func `origins are hosts and nothing else`() {
    for (url, origin) in [
      ("https://X.example.org/a?b", "https://x.example.org"), ("http://1.2.3.4:80", "http://1.2.3.4:80"),
      ("http://[::1]:8080/", "http://[::1]:8080"), ("ftp://x", nil), ("https://", nil), ("https://a b", nil),
      ("https://a;script-src *", nil), ("/x", nil), ("https://a'b", nil),
    ] as [(String, String?)] {
      #expect(WebOrigin(of: url)?.text == origin, "\(url)")
    }
  }

  @Test func `every theme can be read, in the light and in the dark`() throws {
    var random = SystemRandomNumberGenerator()
    let few: [UInt8] = [0, 0x40, 0x7F, 0x80, 0xC0, 0xFF]
    var colours = few.flatMap { red in few.flatMap { green in few.map { RGBColor(red: red, green: green, blue: $0) } } }
    colours.shuffle(using: &random)
    for (index, primary) in colours.enumerated() {
      let secondary = colours[(index * 7 + 3) % colours.count]
      let theme = ThemeColours(
        Theme(primary: primary, secondary: secondary, accent: colours[(index * 5) % colours.count]))
      #expect(theme.onBand.contrast(to: theme.band) >= 4.5, "\(primary.hex)")
      for scheme in [theme.light, theme.dark] {
        for paper in [scheme.paper, scheme.card] {
          #expect(scheme.ink.contrast(to: paper) >= 7, "\(primary.hex) \(secondary.hex)")
          #expect(scheme.quiet.contrast(to: paper) >= 4.5 && scheme.link.contrast(to: paper) >= 4.5)
        }
      }
      #expect(theme.light.paper.relativeLuminance > 0.8 && theme.dark.paper.relativeLuminance < 0.05)
    }
  }

  @Test func `dates are words where they are dates`() {
    let words = PageWords.english
    #expect(PageDate.moment("2025-02-01T18:20:15Z", words).text.contains(">1 February 2025, 18:20 UTC<"))
    #expect(PageDate.moment("2025-02-01T18:20:15.123Z", words).text.contains(">1 February 2025, 18:20 UTC<"))
    #expect(PageDate.plain("2025-02-01T20:20:15+02:00", .german) == "1. Februar 2025, 18:20 UTC")
    for text in ["", "soon", "<b>", "2025-99-01T18:20:15Z", String(repeating: "2", count: 5000)] {
      #expect(PageDate.plain(text, words) == text)
      #expect(!PageDate.moment(text, words).text.contains("<"))
    }
    #expect(PageDate.day("2025-06-14", words) == "14 June 2025")
    for text in ["2025-13-01", "14.6.2025", "2025-06", "2025-06-99", ""] { #expect(PageDate.day(text, words) == text) }
  }

  @Test func `all languages have both numbers, and dates`() {
    for words in PageWords.all {
      #expect(Language(code: words.language) != nil)
      #expect(words.ofMany.contains("%1") && words.ofMany.contains("%2"))
      #expect(words.page.contains("%1") && words.page.contains("%2") && words.session.contains("%1"))
    }
    #expect(Set(PageWords.all.map(\.language)) == ["en", "de", "fr", "es", "he", "ar"])
  }
}
