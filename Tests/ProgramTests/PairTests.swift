import BoothCore
import BoothSystem
import BoothTesting
import FoundationEssentials
import Glibc
import ImageRegistration
import Imaging
import Locations
import Testing

@testable import CommandSupport
@testable import booth

/// What is made of an old picture and its new one, as a person would ask for it.
@Suite(.timeLimit(.minutes(15))) struct PairTests {
  private let folder: TemporaryFolder
  private var out: String { folder.path("out") }

  init() throws {
    folder = try TemporaryFolder()
    for (name, level) in [("old.jpg", 90), ("new.jpg", 180)] {
      var picture = Bitmap(
        size: PixelSize(width: 240, height: 160), color: RGBColor(red: UInt8(level), green: UInt8(level), blue: 70))
      picture.fill(PixelRect(x: 60, y: 40, width: 90, height: 60), with: .black)
      try folder.put(name, JPEGCodec().encode(picture))
    }
  }

  private func run(_ arguments: [String]) async throws -> Program.Outcome {
    try await Program.run(["pair", folder.path("old.jpg"), folder.path("new.jpg"), "--out", out] + arguments)
  }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: out))?.sorted() ?? [] }

  private static let expected = [
    "blink.gif", "blink.mp4", "now.jpg", "sheet-4x6.jpg", "sheet-4x6.pdf", "sheet-a4.jpg", "sheet-a4.pdf",
    "side-by-side.jpg", "slider.gif", "slider.html", "slider.jpg", "slider.mp4", "then.jpg",
  ]

  @Test func `a pair's pictures, films and sheets are made, and what was there before is replaced whole`() async throws
  {
    try folder.put("out/gate-then.jpg", Array("something else".utf8))
    let before = ["old.jpg", "new.jpg"].map { try? Data(contentsOf: URL(filePath: folder.path($0))) }
    let made = try await run([
      "--title", "The gate", "--then", "1898", "--id", "gate", "--at", "31.77,35.21", "--transform",
      "1,0,0,0,1,0,0,0,1",
    ])
    #expect(made.code == 0 && made.errors == "", "\(made.errors)")
    #expect(names == Self.expected.map { "gate-\($0)" })
    #expect(made.output.split(separator: "\n").map(String.init).sorted() == names.map { "\(out)/\($0)" }.sorted())
    let then = try JPEGCodec().validate([UInt8](Data(contentsOf: URL(filePath: out + "/gate-then.jpg"))))
    #expect(then == PixelSize(width: 240, height: 160))
    #expect(before == ["old.jpg", "new.jpg"].map { try? Data(contentsOf: URL(filePath: folder.path($0))) })
  }

  @Test func `the slider is one file that loads nothing else, and every text in it stays a text`() async throws {
    let hostile = "<img src=x onerror=alert(1)>\"'&"
    let made = try await run([
      "--title", hostile, "--then", hostile, "--archive", hostile, "--source", "javascript:alert(1)", "--language",
      "de",
    ])
    #expect(made.code == 0, "\(made.errors)")
    let bytes = try Data(contentsOf: URL(filePath: out + "/pair-slider.html"))
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(page.contains("lang=\"de\"") && page.contains("Heute: <bdi>Datum unbekannt</bdi>"))
    #expect(!page.contains("<img src=x") && !page.contains("href=\"javascript"))
    #expect(page.components("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;") >= 4, "\(page.prefix(3000))")
    // Beside its two pictures it is small, and has no address of anything else.
    let pictures = page.split(separator: "\"").filter { $0.hasPrefix("data:image/jpeg;base64,") }
    #expect(pictures.count == 2 && page.utf8.count - pictures.reduce(0) { $0 + $1.utf8.count } < 20_000)
    let rest = page.split(separator: "\"").filter { !$0.hasPrefix("data:image") }.joined(separator: "\"")
    for address in ["http:", "https:", "url(", "@import", "<link"] { #expect(!rest.contains(address), "\(address)") }
    #expect(rest.contains("default-src 'none'") && rest.contains("role=\"slider\""))
    for picture in pictures {
      let jpeg = try #require(Data(base64Encoded: String(picture.dropFirst("data:image/jpeg;base64,".count))))
      #expect(try JPEGCodec().validate([UInt8](jpeg)) == PixelSize(width: 240, height: 160))
    }
  }

  @Test func `programs are told what was made, and that nobody knows how the pictures lie`() async throws {
    let made = try await run(["--json", "--id", "../evil", "--transform", "-1,0,239,0,1,0,0,0,1"])
    #expect(made.code == 0, "\(made.errors)")
    #expect(made.errors.contains("cannot be one of two photographs"))
    struct Answer: Decodable {
      var files: [String]
      var isRegistered: Bool
    }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(made.output.utf8))
    #expect(!answer.isRegistered && answer.files.sorted() == Self.expected.map { "pair-\($0)" })
    #expect(names == answer.files.sorted(), "an id that is no file's name does not become one")
  }

  @Test func `what cannot be is said in a sentence that names it`() async throws {
    for (arguments, code, words) in [
      (["--at", "91,0"], 64, "expected degrees"), (["--transform", "1,2,3"], 64, "nine numbers"),
      (["--link", "pairs.example.org"], 64, "http"), (["--language", "tlh"], 64, "expected one of en"),
    ] as [([String], Int32, String)] {
      let made = try await run(arguments)
      #expect(made.code == code && made.errors.contains(words), "\(made.errors)")
    }
    try folder.put("new.jpg", Array("no picture".utf8))
    var made = try await run([])
    #expect(made.code == 1 && made.errors.contains(folder.path("new.jpg") + " is no JPEG picture"), "\(made.errors)")
    #expect(names.isEmpty)
    try FileManager.default.removeItem(atPath: folder.path("new.jpg"))
    made = try await run([])
    #expect(made.code == 64 && made.errors.contains("No such file"), "\(made.errors)")
  }

  // MARK: Locations

  /// One location in memory.
  private struct Book: LocationStore {
    var one: Location
    let folder: String

    func locations() -> [Location] { [one] }
    func location(_ id: LocationID) -> Location? { id == one.id ? one : nil }
    func add(_ location: Location, old: AssetSource) {}
    func change(_ location: Location) {}
    func addVersion(
      _ version: NewVersion, of location: LocationID, from source: AssetSource
    ) throws(StoreError) -> LocationVersion { one.versions[0] }
    func setMarks(_ marks: NewMarks?, of location: LocationID, at time: WallTime) {}
    func keep(_ registration: KeptRegistration, of version: LocationVersion.ID, at location: LocationID) {}
    func delete(_ id: LocationID, at time: WallTime) {}
    func path(of picture: LocationPicture, in location: LocationID) -> String { "\(folder)/\(picture.name)" }
  }

  private func location() throws -> Location {
    func picture(_ name: String) -> LocationPicture { LocationPicture(name: name, bytes: 1, checksum: "") }
    var location = Location(
      id: try #require(LocationID("gate")), title: "The gate", latitude: 31.77, longitude: 35.21, pair: "P-1",
      old: picture("old.jpg"), createdAt: WallTime(unixSeconds: 0))
    location.provenance.date = "1898"
    location.provenance.archive = "City archive"
    location.versions = [
      LocationVersion(id: "1", picture: picture("none.jpg"), takenAt: WallTime(unixSeconds: 0)),
      LocationVersion(id: "2", picture: picture("new.jpg"), takenAt: WallTime(unixSeconds: 1_781_913_600)),
    ]
    location.chosen = "2"
    return location
  }

  private func pair(_ location: Location, link: String? = nil) -> LocationPair {
    LocationPair(
      store: Book(one: location, folder: folder.path), homography: { _ in .identity }, link: { _ in link })
  }

  @Test func `a location's pair is made of its old picture and the chosen one, under the pair's own name`() async throws
  {
    let location = try location()
    let made = try await pair(location).make("gate", folder: out)
    #expect(made.isRegistered && names == Self.expected.map { "P-1-\($0)" })
    let version = try #require(location.chosenVersion)
    let facts = pair(location, link: "https://example.org/p").facts(of: location, version)
    #expect(facts.then == "1898" && facts.now == "20 June 2026" && facts.archive == "City archive")
    #expect(facts.link == "https://example.org/p" && facts.pair == "P-1" && facts.latitude == 31.77)
    var unsure = version
    unsure.takenAt.trusted = false
    #expect(pair(location).facts(of: location, unsure).now == nil, "a clock that nobody believes dates nothing")
  }

  @Test func `a location that nobody knows, or that has no new picture, is told`() async throws {
    var location = try location()
    let unknown = await #expect(throws: CommandError.self) { try await pair(location).make("tower", folder: out) }
    #expect(unknown?.message.contains("no location tower") == true)
    location.chosen = nil
    let bare = await #expect(throws: CommandError.self) { try await pair(location).make("gate", folder: out) }
    #expect(bare?.message.contains("no new picture yet") == true && names.isEmpty)
  }
}

extension String {
  /// How often a text stands in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
