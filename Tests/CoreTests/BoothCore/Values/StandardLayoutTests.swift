import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

/// Who draws a frame reads where the photos will be in Docs/manual/layouts.md.
@Suite struct `The standard layout` {
  private static let page = SourceTree.root.appending(path: "Docs/manual/layouts.md")
  private static let begin = "| photos | each | left and top of each |\n|---|---|---|\n"

  private static func rows() -> String {
    (1...12).map { count in
      let slots = CompositeLayout.standard(slots: count).slots
      let places = slots.map { "\($0.x), \($0.y)" }.joined(separator: "; ")
      return "| \(count) | \(slots[0].width) × \(slots[0].height) | \(places) |\n"
    }.joined()
  }

  @Test func `has its photos where its page says, for one to twelve of them`() throws {
    var text = String(decoding: try Data(contentsOf: Self.page), as: UTF8.self)
    let start = try #require(text.firstRange(of: Self.begin), "layouts.md has no table of slots").upperBound
    let end = text[start...].firstRange(of: "\n\n")?.lowerBound ?? text.endIndex
    if ProcessInfo.processInfo.environment["BOOTH_REGENERATE"] == "1" {
      text.replaceSubrange(start..<end, with: Self.rows().dropLast())
      try Data(text.utf8).write(to: Self.page, options: .atomic)
      return
    }
    #expect(text[start..<end] + "\n" == Self.rows(), "run the test with BOOTH_REGENERATE=1, and read what changed")
    #expect(text.contains("composite of 1200 × 1800 pixels"))
    for count in 1...12 {
      let layout = CompositeLayout.standard(slots: count)
      #expect(layout.slots.count == count && Set(layout.slots.map(\.size)).count == 1)
      #expect(layout.size == PixelSize(width: 1200, height: 1800))
    }
  }
}
