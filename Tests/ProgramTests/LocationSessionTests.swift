import BoothCore
import BoothTesting
import Foundation
import Imaging
import Testing

@testable import CommandSupport

/// The real program from a folder of old pictures to the archive that others read.
@Suite(.serialized, .timeLimit(.minutes(15))) struct LocationSessionTests {
  private struct Shown: Decodable {
    struct Version: Decodable {
      var id: String
      var bytes: Int?
    }
    var id: String
    var title: String
    var status: String
    var chosen: String?
    var versions: [Version]?
  }

  private struct PairFile: Decodable {
    struct Registration: Decodable { var accepted: Bool, verdict: String, confidence: Double }
    var pair: String
    var registration: Registration
  }

  /// A folder with one old picture and a table that has one right row and one wrong one.
  private func source() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var old = Bitmap(size: PixelSize(width: 900, height: 600), color: RGBColor(red: 190, green: 170, blue: 140))
    for house in 0..<7 {
      let height = 180 + house * 97 % 260
      old.paint(
        Bitmap(
          size: PixelSize(width: 96, height: height),
          color: RGBColor(red: UInt8(60 + house * 20), green: UInt8(50 + house * 12), blue: 40)),
        x: house * 128, y: 600 - height)
    }
    try Data(JPEGCodec().encode(old)).write(to: URL(filePath: folder.path + "/gate.jpg"))
    let table = "id;title;lat;lon;file;archive\njaffa-gate;Jaffa Gate;31,7767;35,2276;gate.jpg;City Archive\n"
    try Data((table + "x;Nowhere;91;0;gate.jpg;\n").utf8).write(to: URL(filePath: folder.path + "/places.csv"))
    return folder
  }

  private func json<Value: Decodable>(_ arguments: [String], as type: Value.Type) async throws -> Value {
    let outcome = try await Program.run(arguments + ["--json"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(type, from: Data(outcome.output.utf8))
  }

  private func takePhoto(_ data: String, _ more: [String] = []) async throws {
    let outcome = try await Program.run(
      [
        "run", "--mock-camera", "--lab", "--sessions", "1", "--location", "jaffa-gate", "--screen", "log", "--json",
        "--data", data,
      ] + more)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  private func files(_ folder: String, under name: String) throws -> [[UInt8]] {
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.contains(name) && $0.hasSuffix(".jpg") }.sorted().map {
      try Array(Data(contentsOf: URL(filePath: folder + "/" + $0)))
    }
  }

  @Test func `versions are as good as was asked for, by option and by setting, and the camera's own picture else`()
    async throws
  {
    let folder = try source()
    for (arguments, setting, quantum) in [
      ([], nil, 3), (["--quality", "high"], "low", 3), (["--quality", "medium"], nil, 10), ([], "low", 20),
    ] as [([String], String?, Int)] {
      let data = try TemporaryFolder()
      _ = try await Program.run(["location", "import", folder.path, "--data", data.path])
      if let setting { try data.put("booth.json", Array(#"{"quality": "\#(setting)"}"#.utf8)) }
      try await takePhoto(data.path, arguments)
      let versions = try files(data.path + "/locations", under: "/versions/")
      #expect(versions.count == 1)
      #expect(versions.compactMap(firstQuantum) == [quantum], "\(arguments), \(setting ?? "no setting")")
      #expect(try files(data.path + "/sessions", under: "photo_") == versions)
    }
    let misspelt = try await Program.run(["run", "--location", "jaffa-gate", "--quality", "best"])
    #expect(misspelt.code == 64 && misspelt.errors.contains("expected high, medium or low"))
    let guests = try await Program.run(["run", "--quality", "low"])
    #expect(guests.code == 64 && guests.errors.contains("--location"))
  }

  @Test func `an old picture is imported, taken again twice, made a pair, exported, and imported elsewhere`()
    async throws
  {
    let (folder, data, elsewhere, out) = (
      try source(), try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder()
    )
    let imported = try await Program.run(["location", "import", folder.path, "--data", data.path])
    #expect(imported.code == 1, "one row is wrong, and said to be")
    #expect((imported.output + imported.errors).contains("line 3"))
    let list = try await json(["location", "list", "--data", data.path], as: [Shown].self)
    #expect(list.map(\.id) == ["jaffa-gate"])
    #expect(list.first?.status == "notVisited")

    try await takePhoto(data.path)
    try await takePhoto(data.path)
    let shown = try await json(["location", "show", "jaffa-gate", "--data", data.path], as: Shown.self)
    #expect(shown.status == "completed")
    #expect(shown.versions?.count == 2)
    #expect(shown.chosen == shown.versions?.last?.id)
    let audit = try await Program.run(["audit", "--data", data.path])
    #expect(audit.code == 0, "\(audit.output)")

    let pair = try await Program.run([
      "location", "pair", "jaffa-gate", "--out", out.path + "/pair", "--data", data.path,
    ])
    #expect(pair.code == 0, "\(pair.errors)")
    let pairFile = try #require(
      try FileManager.default.contentsOfDirectory(atPath: out.path + "/pair").first { $0.hasSuffix("-pair.json") })
    #expect(
      (try? JSONDecoder().decode(PairFile.self, from: Data(contentsOf: URL(filePath: out.path + "/pair/" + pairFile))))
        != nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: out.path + "/pair")
    for ending in ["side-by-side.jpg", "sheet-a4.jpg", "sheet-4x6.jpg", "blink.gif", "-pair.json"] {
      #expect(names.contains { $0.hasSuffix(ending) }, "\(ending) is not among \(names)")
    }

    // Points and their frame go along, to the bit.
    try out.put("points.txt", Array("10 10 12 11\n600 20 590 25\n610 590 601 580\n20 570 22 590\n".utf8))
    let marked = try await Program.run([
      "location", "points", "jaffa-gate", "--points", out.path("points.txt"), "--frame", folder.path("gate.jpg"),
      "--data", data.path,
    ])
    #expect(marked.code == 0 && marked.output.contains("4 points"), "\(marked.output)\(marked.errors)")

    let archive = out.path + "/pairs.zip"
    let exported = try await Program.run(["location", "export", "--out", archive, "--data", data.path])
    #expect(exported.code == 0, "\(exported.errors)")
    let again = try await Program.run(["location", "import", archive, "--data", elsewhere.path])
    #expect(again.code == 0, "\(again.output)\(again.errors)")
    let there = try await json(["location", "show", "jaffa-gate", "--data", elsewhere.path], as: Shown.self)
    #expect(there.versions?.map(\.id) == shown.versions?.map(\.id))
    #expect(there.chosen == shown.chosen)
    let second = try await Program.run(["location", "export", "--out", out.path + "/b", "--data", elsewhere.path])
    #expect(second.code == 0, "\(second.errors)")
    let first = try await Program.run(["location", "export", "--out", out.path + "/a", "--data", data.path])
    #expect(first.code == 0, "\(first.errors)")
    #expect(
      try String(contentsOf: URL(filePath: out.path + "/b/points.csv"), encoding: .utf8)
        .split(separator: "\n").count == 5)
    let cleared = try await Program.run(["location", "points", "jaffa-gate", "--clear", "--data", elsewhere.path])
    #expect(cleared.code == 0 && cleared.output.contains("no points"), "\(cleared.output)\(cleared.errors)")
    let difference = try await Program.run("/usr/bin/diff", ["-r", out.path + "/a", out.path + "/b"])
    #expect(difference.code == 0, "\(difference.output)")
  }

  @Test func `points that do not fit are refused where an alignment is known, and change nothing`() async throws {
    struct Kept: Decodable {
      struct Version: Decodable {
        struct Registration: Decodable, Equatable { var verdict: String, method: String, transform: [[Double]]? }
        struct Picture: Decodable { var width: Int, height: Int }
        var picture: Picture
        var registration: Registration?
      }
      var versions: [Version]
    }
    let (folder, data, out) = (try source(), try TemporaryFolder(), try TemporaryFolder())
    _ = try await Program.run(["location", "import", folder.path, "--data", data.path])
    try await takePhoto(data.path)
    func kept() async throws -> Kept.Version {
      let shown = try await json(["location", "show", "jaffa-gate", "--data", data.path], as: Kept.self)
      return shown.versions[0]
    }
    func pair(_ points: String, _ more: String...) async throws -> Program.Outcome {
      try out.put("points.txt", Array(points.utf8))
      return try await Program.run(
        [
          "location", "pair", "jaffa-gate", "--points", out.path("points.txt"), "--out", out.path("pair"), "--data",
          data.path,
        ] + more)
    }
    let size = try await kept().picture
    let fitting = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map { x, y in
      "\(Int(x * 900)) \(Int(y * 600)) \(Int(x * Double(size.width))) \(Int(y * Double(size.height)))\n"
    }.joined()
    let middle = String(repeating: "450 300 \(size.width / 2) \(size.height / 2)\n", count: 4)
    // Where nothing is known, it is said that nothing was found, and the files are made.
    #expect(try await pair(middle).code == 0)
    #expect(try await kept().registration?.verdict == "pointsInLine")
    #expect(try await pair(fitting).code == 0)
    let accepted = try await kept().registration
    #expect(accepted?.verdict == "accepted" && accepted?.method == "points")
    let files = try FileManager.default.contentsOfDirectory(atPath: out.path("pair")).sorted()
    let refused = try await pair(middle)
    #expect(refused.code == 1 && refused.errors.contains("do not fit"), "\(refused.errors)")
    #expect(refused.errors.contains("the alignment that was found before is kept"))
    struct Told: Decodable {
      var isKept: Bool
      var files: [String]
      var registration: Kept.Version.Registration
    }
    let told = try await pair(middle, "--json")
    let answer = try JSONDecoder().decode(Told.self, from: Data(told.output.utf8))
    #expect(told.code == 1 && answer.isKept && answer.files == [] && answer.registration.verdict == "pointsInLine")
    #expect(try await kept().registration == accepted)
    #expect(try FileManager.default.contentsOfDirectory(atPath: out.path("pair")).sorted() == files)
  }

  @Test func `a location that nobody has, or none at all, is said in words`() async throws {
    let data = try TemporaryFolder()
    let none = try await Program.run([
      "run", "--mock-camera", "--location", "all", "--screen", "log", "--data", data.path,
    ])
    #expect(none.code == 64)
    #expect(none.errors.contains("booth location import"))
  }

  @Test func `two pictures that show different things are not laid over each other`() async throws {
    let folder = try source()
    var other = Bitmap(size: PixelSize(width: 640, height: 640), color: .white)
    other.paint(Bitmap(size: PixelSize(width: 50, height: 300), color: .black), x: 300, y: 200)
    try Data(JPEGCodec().encode(other)).write(to: URL(filePath: folder.path + "/other.jpg"))
    struct Answer: Decodable {
      var accepted: Bool
      var reason: String
      var transform: [[Double]]?
    }
    let answer = try await json(
      ["location", "align", folder.path + "/gate.jpg", folder.path + "/other.jpg"], as: Answer.self)
    #expect(!answer.accepted && answer.transform == nil && !answer.reason.isEmpty)
    // For people, why, and what would help, as the studio says it.
    let said = try await Program.run(["location", "align", folder.path + "/gate.jpg", folder.path + "/other.jpg"])
    #expect(
      said.output.contains("not sure: \(answer.reason)") && said.output.contains("would help  "), "\(said.output)")
    let points = "10 10 10 10\n20 10 20 10\n20 20 20 20\n10 20 10 20\n"
    try folder.put("points.txt", Array(points.utf8))
    let near = try await Program.run([
      "location", "align", folder.path + "/gate.jpg", folder.path + "/other.jpg", "--points", folder.path("points.txt"),
    ])
    #expect(near.output.contains("would help  Correct the marked points. (--points)"), "\(near.output)")
  }

  @Test func `matches are suggested within both pictures, and nothing is kept`() async throws {
    struct Matches: Decodable {
      struct Match: Decodable { var old: [Double], new: [Double], probability: Double }
      var matches: [Match]
      var method: String
    }
    let (folder, data) = (try source(), try TemporaryFolder())
    _ = try await Program.run(["location", "import", folder.path, "--data", data.path])
    try await takePhoto(data.path)
    let before = try await Program.run(["location", "show", "jaffa-gate", "--json", "--data", data.path]).output
    let found = try await json(["location", "matches", "jaffa-gate", "--data", data.path], as: Matches.self)
    #expect(found.matches.count <= 12 && ["features", "gradients"].contains(found.method))
    for match in found.matches {
      #expect((match.old + match.new).allSatisfy((0.0...1.0).contains) && match.old.count == 2 && match.new.count == 2)
    }
    #expect(try await Program.run(["location", "show", "jaffa-gate", "--json", "--data", data.path]).output == before)
    let other = try await Program.run(["location", "matches", "jaffa-gate", "--in", "none", "--data", data.path])
    #expect(other.code == 64 && other.errors.contains("has no such new picture"), "\(other.errors)")
  }
}
