import BoothTesting
import Foundation
import Testing

@testable import CommandSupport

/// Audit, export and adoption by the real program, on what a real night left.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ProofTests {
  private struct Session: Decodable {
    var id: String
  }
  private struct Summary: Decodable {
    var sessions: [Session]
  }

  private func night(_ data: String) async throws -> [String] {
    let outcome = try await Program.run([
      "run", "--mock-camera", "--lab", "--json", "--screen", "log", "--sessions", "2", "--event", "wedding", "--events",
      Program.bundledEvents, "--data", data, "--gallery-host", "127.0.0.1", "--gallery-port", "0",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8)).sessions.map(\.id)
  }

  @Test func `a night is audited, exported, damaged, rebuilt and adopted`() async throws {
    let folder = try TemporaryFolder()
    let data = folder.path("data")
    let place = ["--data", data]
    let ids = try await night(data)
    #expect(!folder.exists("data/booth.open"), "the booth ended in good order")

    let audit = try await Program.run(["audit", "--uploaded"] + place)
    #expect(audit.code == 0, "\(audit.output)\(audit.errors)")
    let lines = audit.output.split(separator: "\n")
    #expect(lines.count == 18)
    #expect(lines.first?.contains("EVENT ") == true && lines.first?.contains("TAKEN (LOCAL TIME)") == true)
    #expect(
      lines.dropFirst().dropLast().allSatisfy {
        $0.hasPrefix("ok") && $0.contains("verified") && $0.contains("confirmed 2")
      })
    #expect(lines.last?.contains("6 photos, 6 clips, 4 composites") == true)
    #expect(lines.last?.hasSuffix("0 pending, 0 gaps") == true)

    // Export, twice; then with a file missing on the stick.
    try FileManager.default.createDirectory(atPath: folder.path("stick"), withIntermediateDirectories: true)
    let export = ["event", "export", "wedding", "--out", folder.path("stick")] + place
    let first = try await Program.run(export)
    #expect(first.code == 0 && first.output.contains("16 files copied"), "\(first.output)\(first.errors)")
    // A session's folder there begins with its time.
    let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path("stick/wedding")).sorted()
    func copy(of id: String) throws -> String {
      "stick/wedding/" + (try #require(copies.first { $0.hasSuffix(" \(id)") }))
    }
    func file(_ end: String, of id: String) throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(try copy(of: id)))
      return try copy(of: id) + "/" + (try #require(names.first { $0.hasSuffix(" " + end) }, "\(names)"))
    }
    try FileManager.default.removeItem(atPath: folder.path(try file("photo 2.jpg", of: "\(ids[0])")))
    let second = try await Program.run(export)
    #expect(second.output.contains("1 file copied") && second.output.contains("15 were there"))
    #expect(folder.exists("stick/wedding/receipt.txt") && folder.exists("stick/wedding/receipt.json"))
    #expect(
      try folder.read(try file("photo 1.jpg", of: "\(ids[1])")) == folder.read("data/sessions/\(ids[1])/photo_0.jpg"))

    // Places that cannot be.
    for (dest, words) in [(data + "/copy", "own data"), (folder.path("no/such"), "no folder")] {
      let refused = try await Program.run(["event", "export", "wedding", "--out", dest] + place)
      #expect(refused.code == 73 && refused.errors.contains(words), "\(refused.errors)")
    }
    #expect(try await Program.run(["event", "export", "weding", "--out", folder.path("stick")] + place).code == 64)

    // A corrupt photo is found by its checksum.
    let photo = "data/sessions/\(ids[0])/photo_2.jpg"
    let bytes = try folder.read(photo)
    try folder.put(photo, Array(bytes.reversed()))
    let gap = try await Program.run(["audit", "--json"] + place)
    #expect(gap.code == 1 && gap.output.contains("\"differs\""))
    #expect(try await Program.run(["audit", "--quick"] + place).code == 0)
    try folder.put(photo, bytes)

    // The database is damaged: the booth starts all the same, and says so.
    try folder.put("data/booth.sqlite", Array(repeating: 0x41, count: 9000))
    let refused = try await Program.run(["audit"] + place)
    #expect(refused.code == 1 && refused.errors.contains("damaged"))
    try await expectAdopted(from: data, ids, in: folder)
    _ = try await night(data)
    #expect(folder.exists("data/booth.sqlite.damaged-1"))
    let doctor = try await Program.run(["doctor"] + place)
    #expect(doctor.output.contains("set aside as booth.sqlite.damaged-1"))
    let after = try await Program.run(["audit"] + place)
    #expect(after.code == 0 && after.output.contains("4 sessions: 12 photos"), "\(after.output)")
  }

  private func expectAdopted(from data: String, _ ids: [String], in folder: TemporaryFolder) async throws {
    let other = ["--data", folder.path("other"), "--gallery-public-url", "https://elsewhere.example"]
    let adopted = try await Program.run(["adopt", data, "--events", Program.bundledEvents] + other)
    #expect(adopted.code == 1, "the damaged database is said")
    #expect(adopted.output.contains("2 sessions with 16 files"), "\(adopted.output)\(adopted.errors)")
    #expect(adopted.output.contains("links of 2 sessions begin with http://127.0.0.1"))
    let again = try await Program.run(["adopt", data, "--events", Program.bundledEvents] + other)
    #expect(again.output.contains("0 sessions with 0 files") && again.output.contains("2 sessions were known"))
    let audit = try await Program.run(["audit", "--data", folder.path("other")])
    #expect(audit.code == 0 && audit.output.contains(ids[0]) && audit.output.contains(ids[1]), "\(audit.output)")
    let own = try await Program.run(["adopt", data, "--data", data])
    #expect(own.code == 64)
  }
}
