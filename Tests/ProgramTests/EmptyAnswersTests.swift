import BoothTesting
import FoundationEssentials
import Testing

@testable import CommandSupport
@testable import booth

/// Lists and exports of nothing say so, and files are what their names say.
@Suite(.timeLimit(.minutes(15))) struct EmptyAnswersTests {
  private let folder: TemporaryFolder
  private var data: [String] { ["--data", folder.path("data")] }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a list without sessions and a list without locations say so, and JSON stays an empty list`() async throws
  {
    let run = try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--sessions", "0", "--screen", "log", "--gallery-port", "0", "--event",
        "wedding",
      ]
        + ["--gallery-host", "127.0.0.1", "--events", Program.bundledEvents] + data)
    #expect(run.code == 0, "\(run.errors)")
    let list = try await Program.run(["session", "list"] + data)
    #expect(list.code == 0 && list.output.isEmpty)
    #expect(list.errors.contains("there are no sessions yet in \(folder.path("data"))"), "\(list.errors)")
    let json = try await Program.run(["session", "list", "--json"] + data)
    #expect(json.code == 0 && json.output.filter { !$0.isWhitespace } == "[]" && json.errors.isEmpty, "\(json.errors)")
  }

  @Test func `an export of nothing makes no folder and no archive, and fails`() async throws {
    try folder.put("trip/a.jpg", [0xFF, 0xD8, 0xFF])
    let added = try await Program.run(["photos", "add", folder.path("trip")] + data)
    #expect(added.code == 0, "\(added.errors)")
    let photos = try await Program.run(
      ["photos", "export", "nothing-of-that-name", "--out", folder.path("copies")] + data)
    #expect(photos.code == 1 && photos.errors.contains("nothing is exported"), "\(photos.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("copies")))
  }

  @Test(arguments: [("a.png", "89504e47"), ("a.jpg", "ffd8ff"), ("a.JPEG", "ffd8ff"), ("plain", "ffd8ff")])
  func `a drawn layout is what its name says`(_ name: String, _ beginning: String) async throws {
    let arguments = ["event", "layout", "wedding", "--events", Program.bundledEvents, "--out", folder.path(name)]
    let outcome = try await Program.run(arguments + data)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let head = try folder.read(name).prefix(4).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(head.hasPrefix(beginning), "\(head)")
  }

  @Test(arguments: ["a.gif", "a.png.txt", "a.pdf"])
  func `a drawn layout under another name is refused before anything is drawn`(_ name: String) async throws {
    let arguments = ["event", "layout", "wedding", "--events", Program.bundledEvents, "--out", folder.path(name)]
    let outcome = try await Program.run(arguments + data)
    #expect(outcome.code == 64 && outcome.errors.contains("expected a name that ends in .jpg or .jpeg or .png"))
    #expect(!FileManager.default.fileExists(atPath: folder.path(name)))
  }
}
