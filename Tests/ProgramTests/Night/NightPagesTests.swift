import BoothTesting
import FoundationEssentials
import Testing

@testable import BoothArchives

/// What stands on the page and on the paper of a real evening's report.
@Suite(.timeLimit(.minutes(15))) struct NightPagesTests {
  private struct Night: Decodable {
    struct Sessions: Decodable {
      var begun: Int
      var finished: Int
    }
    struct Photos: Decodable {
      var taken: Int
      var retaken: Int
    }
    var sessions: Sessions
    var photos: Photos
  }

  @Test func `page and paper say what the report says, number by number`() async throws {
    let folder = try TemporaryFolder()
    let place = ["--data", folder.path("data")]
    let run = try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--screen", "log", "--sessions", "3", "--guests", "keep,retake,cancel",
        "--event", "wedding", "--gallery-host", "127.0.0.1", "--gallery-port", "0", "--events",
        try Program.putPlainEvents(folder),
      ] + place)
    #expect(run.code == 0, "\(run.errors)")
    let night = try JSONDecoder().decode(
      Night.self, from: Data(try await Program.run(["night", "--json"] + place).output.utf8))
    #expect(night.sessions.begun == 3 && night.sessions.finished == 2)
    #expect(night.photos.retaken == 1 && night.photos.taken >= 7)
    let told = try await Program.run(
      ["night", "--html", folder.path("night.html"), "--pdf", folder.path("night.pdf")] + place)
    #expect(told.code == 0, "\(told.errors)")
    #expect(told.output.contains("3 begun, 2 to their code"))
    #expect(told.output.contains("\(night.photos.taken) taken, 1 taken again by guests"))
    let page = String(decoding: try folder.read("night.html"), as: UTF8.self)
    let paper = try PaperText.of(try folder.read("night.pdf"))
    let lines = told.output.split(separator: "\n").map(String.init)
    #expect(lines.count > 8)
    for line in lines {
      // Labels stand two blanks in, and what there is to say further.
      for part in line.split(separator: "  ").map({ $0.trimmingPrefix(while: \.isWhitespace) }) where !part.isEmpty {
        let escaped = part.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("'", with: "&#39;")
        #expect(page.contains(part) || page.contains(escaped), "the page lacks: \(part)")
        #expect(paper.contains(part.filter { !$0.isWhitespace }), "the paper lacks: \(part)")
      }
    }
    // It stands alone, and holds nothing of guests.
    #expect(!page.contains("http") && !page.contains("src=") && !page.contains("<script"))
    for session in try folder.names("data/sessions") {
      #expect(!page.contains(session) && !paper.contains(session))
    }
  }

  @Test func `a text that is not on a paper is not found there`() throws {
    // Two strings of an array, with an escaped bracket, as cairo 1.16 writes them.
    let paper = Array("%PDF-1.5\n1 0 obj\n<< >>\nstream\nBT [(T)-21(wo)]TJ\n( \\(2\\))Tj ET\nendstream\nendobj".utf8)
    #expect(try PaperText.of(paper) == "Two(2)")
  }
}

/// The text on the pages of a PDF that cairo has made, without its blanks: the strings that it shows, of fonts with the letters of
/// Latin (PDF 1.5, 9.4.3).
private enum PaperText {
  static func of(_ pdf: [UInt8]) throws -> String {
    var text = ""
    for part in pieces(pdf, from: "obj\n", to: "endobj") {
      guard let stream = pieces(part, from: "stream\n", to: "\nendstream").first else { continue }
      let head = String(decoding: part.prefix(400), as: UTF8.self)
      guard !head.contains("/Length1"), !head.contains("/Image") else { continue }
      // zlib's two bytes stand before what is deflated (RFC 1950).
      let bytes =
        head.contains("/FlateDecode") ? try Inflater.inflate(Array(stream.dropFirst(2)), size: 4 << 20) : stream
      text += shown(bytes)
    }
    return text.filter { !$0.isWhitespace }
  }

  private static func pieces(_ bytes: [UInt8], from start: String, to end: String) -> [[UInt8]] {
    var (rest, pieces) = (bytes[...], [[UInt8]]())
    while let first = rest.firstRange(of: Array(start.utf8)) {
      rest = rest[first.upperBound...]
      guard let last = rest.firstRange(of: Array(end.utf8)) else { break }
      pieces.append(Array(rest[..<last.lowerBound]))
      rest = rest[last.upperBound...]
    }
    return pieces
  }

  /// The strings in a page's contents.
  private static func shown(_ bytes: [UInt8]) -> String {
    guard bytes.firstRange(of: Array("BT".utf8)) != nil else { return "" }
    var (text, isInside, isEscaped) = ([UInt8](), false, false)
    for byte in bytes {
      if isEscaped {
        text.append(byte)
        isEscaped = false
      } else if isInside {
        switch byte {
        case UInt8(ascii: ")"): isInside = false
        case UInt8(ascii: "\\"): isEscaped = true
        default: text.append(byte)
        }
      } else if byte == UInt8(ascii: "(") {
        isInside = true
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
