import BoothTesting
import FoundationEssentials
import Testing

/// `booth photos bin --restore` of a live photo, killed at every call that gives or takes a name: after the next scan its picture and
/// its film are both where they were, or both in the bin. It needs strace, which counts the calls and kills.
@Suite(.serialized, .timeLimit(.minutes(20))) struct PhotoBinKillTests {
  private static let (picture, film) = (Array("a picture".utf8), Array("a film".utf8))

  @Test func `a picture and its film are never parted by a death`() async throws {
    guard let strace = Program.tool("strace") else {
      return print("skipped: bins that are killed, as strace is not installed")
    }
    var kills = 0
    for call in ["linkat", "unlinkat"] {
      var number = 1
      while true {
        let folder = try TemporaryFolder()
        let data = folder.path("data")
        func booth(_ arguments: [String]) async throws {
          let outcome = try await Program.run(["photos"] + arguments + ["--data", data])
          try #require(outcome.code == 0, "\(outcome.errors)\(outcome.output)")
        }
        try folder.put("pictures/other.jpg", [1])
        try folder.put("pictures/.booth-bin/x1", Self.picture)
        try folder.put("pictures/.booth-bin/x1.film", Self.film)
        try folder.put("pictures/.booth-bin/x1.from", Array("/a.jpg\0/a.mov".utf8))
        try await booth(["add", folder.path("pictures")])
        let outcome = try await Program.run(
          strace,
          ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e"]
            + ["inject=\(call):signal=KILL:when=\(number)", Program.path, "photos", "bin", "--restore", "--data", data])
        try await booth(["scan"])
        let here = try folder.names("pictures").filter { $0.hasPrefix("a.") }
        let binned = try folder.names("pictures/.booth-bin")
        if here.isEmpty {
          #expect(binned == ["x1", "x1.film", "x1.from"], "\(call) \(number)")
        } else {
          #expect(
            here == ["a.jpg", "a.mov"] && !binned.contains("x1") && !binned.contains("x1.film"), "\(call) \(number)")
          #expect(try folder.read("pictures/a.jpg") == Self.picture && folder.read("pictures/a.mov") == Self.film)
        }
        guard outcome.code != 0 else { break }
        kills += 1
        number += 1
        try #require(number < 60)
      }
    }
    #expect(kills >= 4, "\(kills)")
    print("kills: \(kills) of a live photo that comes back from the bin, each a death and a return")
  }
}
