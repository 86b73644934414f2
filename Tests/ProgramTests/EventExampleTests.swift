import BoothTesting
import FoundationEssentials
import Testing

/// An event that a user makes of a bundled one, as the README says.
@Suite(.timeLimit(.minutes(15))) struct EventExampleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A copy of the wedding in which words are exchanged.
  private func copy(_ changes: [(String, String)]) throws {
    try FileManager.default.createDirectory(atPath: folder.path("events"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Program.bundledEvents + "/wedding", toPath: folder.path("events/ours"))
    let file = URL(filePath: folder.path("events/ours/event.json"))
    var text = try String(contentsOf: file, encoding: .utf8)
    for (old, new) in changes {
      #expect(text.contains(old))
      text = text.replacing(old, with: new)
    }
    try Data(text.utf8).write(to: file)
  }

  private func check() async throws -> Program.Outcome {
    try await Program.run(["event", "check", "--events", folder.path("events")])
  }

  private let name = (#""name": "Anna & Jonas""#, #""name": "Mia & Leo""#)
  private let footer = ("Anna & Jonas · June 2026", "Mia & Leo · 1 May 2027")

  @Test func `guests' words that are still the example's are named by their fields`() async throws {
    try copy([name])
    let found = try await check()
    #expect(found.code == 1 && found.output.contains("2 problems"), "\(found)")
    #expect(found.output.contains(#"names: expected the event's own name in each language, found "Anna & Jonas""#))
    #expect(found.output.contains("theme.strip_footer_text: expected the event's own words"), "\(found.output)")
  }

  @Test func `a copy that is its own has no problem, and neither has one that was left as it is`() async throws {
    try copy([name, footer, (#""Anna & Jonas""#, #""Mia & Leo""#)])
    let found = try await check()
    #expect(found.code == 0 && found.output.contains("0 problems"), "\(found)")
    try FileManager.default.removeItem(atPath: folder.path("events"))
    try copy([])
    #expect(try await check().output.contains("0 problems"))
    let bundled = try await Program.run(["event", "check", "--events", Program.bundledEvents])
    #expect(bundled.code == 0, "\(bundled)")
  }

  @Test func `before the first start the list of events says that it makes the keys`() async throws {
    // At the default port another test's booth may answer; nothing of a test's does at port 1.
    let list = [
      "event", "list", "--data", folder.path("data"), "--events", Program.bundledEvents, "--gallery-port", "1",
    ]
    let found = try await Program.run(list)
    #expect(found.output.contains("no booth was started here yet"), "\(found)")
    #expect(!found.output.contains("not on this machine"), "\(found)")
  }
}
