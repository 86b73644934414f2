import BoothTesting
import FoundationEssentials
import Glibc
import Testing

@testable import CommandSupport

/// What lies in a data folder in place of what the booth keeps there, and photos do not need.
@Suite(.serialized, .timeLimit(.minutes(15))) struct OddDataFolderTests {
  let folder: TemporaryFolder
  private var data: String { folder.path("data") }

  init() throws {
    folder = try TemporaryFolder()
    try #require(mkdir(folder.path("data"), 0o700) == 0)
  }

  @Test func `guests are photographed whatever stands in the place of secrets, sockets, marks and folders`()
    async throws
  {
    try folder.put("data/control.sock", [])
    try folder.put("data/gallery-secrets.json", Array("{".utf8))
    try folder.put("data/gallery", Array("no folder".utf8))
    try folder.put("bait/kept", [7])
    try #require(symlink("/nowhere", data + "/booth.open") == 0 && symlink(folder.path("bait"), data + "/scratch") == 0)
    try #require(mkfifo(data + "/calibrations.json", 0o600) == 0)
    let outcome = try await Program.run([
      "run", "--mock-camera", "--lab", "--sessions", "1", "--data", data, "--event", "wedding", "--screen", "log",
      "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    // Each is told, and kept.
    for words in ["gallery-secrets.json.damaged-1", "gallery.aside-1", "control.sock.aside-1"] {
      #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
    }
    #expect(try folder.read("bait/kept") == [7])
    #expect(try folder.read("data/gallery-secrets.json.damaged-1") == Array("{".utf8))
    #expect(try folder.read("data/gallery.aside-1") == Array("no folder".utf8))
  }

  @Test(arguments: [["audit"], ["session", "list"], ["queue", "list"], ["doctor"], ["config", "show"]])
  func `no command waits for a pipe in place of the database or of a file of settings`(_ command: [String]) async throws
  {
    for name in ["booth.sqlite", "gallery-secrets.json", "booth.json"] {
      try #require(mkfifo(data + "/" + name, 0o600) == 0)
      let outcome = try await Program.run(command + ["--data", data])
      #expect(outcome.code != 0 || command[0] == "config", "\(name): \(outcome.output)")
      #expect(unlink(data + "/" + name) == 0)
    }
  }
}
