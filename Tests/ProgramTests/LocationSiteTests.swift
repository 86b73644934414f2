import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Locations
import Testing
import WebSupport

@testable import CommandSupport
@testable import booth

/// A site of plain files, as `booth location site` writes it.
@Suite(.timeLimit(.minutes(15))) struct LocationSiteTests {
  private let folder: TemporaryFolder
  private var out: String { folder.path("site") }
  private static let hostile = "<b>Gate</b> \"x\" & 'y'"

  init() throws {
    folder = try TemporaryFolder()
    var picture = Bitmap(size: PixelSize(width: 320, height: 200), color: RGBColor(red: 190, green: 170, blue: 140))
    picture.fill(PixelRect(x: 40, y: 30, width: 90, height: 170), with: .black)
    let jpeg = try JPEGCodec().encode(picture)
    for name in ["old.jpg", "new.jpg"] { try folder.put("in/\(name)", jpeg) }
    let title = "\"\(Self.hostile.replacing("\"", with: "\"\""))\""
    try folder.put(
      "in/places.csv",
      Array(
        """
        id,title,lat,lon,picture,new_image,archive,signature,licence,date,link
        gate,\(title),31.7767,35.2276,old.jpg,new.jpg,City archive,A-1,Public domain,1898,https://archive.example.org/1
        tower,Tower,31.78,35.23,old.jpg,,,,,,
        square,Square,31.79,35.21,old.jpg,new.jpg,,,,,javascript:alert(1)

        """.utf8))
  }

  private func run(_ arguments: [String]) async throws -> Program.Outcome {
    try await Program.run(["location"] + arguments + ["--data", folder.path("data")])
  }

  private func page(_ path: String) throws -> String {
    try String(contentsOf: URL(filePath: "\(out)/\(path)"), encoding: .utf8)
  }

  @Test func `the site has a page for each pair, and every link of it leads somewhere in it`() async throws {
    #expect(try await run(["import", folder.path("in")]).code == 0)
    let made = try await run(["site", "--out", out, "--json"])
    #expect(made.code == 0, "\(made.errors)")
    struct Answer: Decodable { var path: String, index: String, locations: Int, notAligned: [String], notes: [String] }
    let answer = try JSONDecoder().decode(Answer.self, from: Data(made.output.utf8))
    #expect(answer.locations == 2 && answer.index == out + "/index.html" && answer.notes.isEmpty)
    #expect(answer.notAligned.sorted() == ["gate", "square"])
    let files = try folder.files(under: "site")
    // A web server is another user.
    for file in ["", "index.html", "places", "places/gate.html", "pictures/gate-now.jpg"] {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(out)/\(file)")[.posixPermissions] as? Int
      #expect((mode ?? 0) & 0o044 == 0o044, "\(file)")
    }
    #expect(files.filter { $0.hasPrefix("places/") }.sorted() == ["places/gate.html", "places/square.html"])
    #expect(!files.contains { $0.contains("tower") }, "without a new picture it is left out")
    for file in files where file.hasSuffix(".html") && !file.hasPrefix("files/") {
      let text = try page(file)
      for match in text.matches(of: /(?:href|src)="([^"]*)"/) {
        let address = String(match.1)
        guard !address.hasPrefix("https://") else {
          #expect(
            address.hasPrefix("https://www.google.com/maps") || address == "https://archive.example.org/1", "\(address)"
          )
          continue
        }
        let target = file.hasPrefix("places/") ? address.replacing("../", with: "") : address
        #expect(files.contains(target), "\(file) leads to \(address)")
      }
      // Nothing is fetched from elsewhere: other hosts are only led to.
      #expect(!text.contains("src=\"http") && !text.contains("<link") && !text.contains("url("))
      #expect(!text.contains("<b>Gate</b>") && !text.contains("href=\"javascript:"))
    }
    let gate = try page("places/gate.html")
    for text in [
      "<dt>Archive</dt><dd><bdi>City archive</bdi>", "<dt>Reference</dt>", "<dt>Rights</dt>", "Then: <bdi>1898</bdi>",
      "The two are not aligned", "&lt;b&gt;Gate&lt;/b&gt;",
    ] { #expect(gate.contains(text), "\(text)") }
    #expect(try page("places/square.html").contains("Then: <bdi>Date not known</bdi>"))
    let index = try page("index.html")
    #expect(index.ranges(of: " data-pin=\"places").count == 2 && index.ranges(of: " data-place=\"places").count == 2)
    #expect(index.contains("° N</text>") && index.contains("° E</text>"))
  }

  @Test func `a pair that is aligned lies under a slider; all shows the others, too, in any language`() async throws {
    #expect(try await run(["import", folder.path("in")]).code == 0)
    try folder.put("points.txt", Array("10 10 10 10\n300 20 300 20\n310 180 310 180\n20 190 20 190\n".utf8))
    let pair = try await run([
      "pair", "gate", "--points", folder.path("points.txt"), "--out", folder.path("pair"),
    ])
    #expect(pair.output.contains("registered"), "\(pair)")
    let made = try await run(["site", "--out", out, "--all", "--language", "he", "--title", "Our town"])
    #expect(made.code == 0, "\(made.errors)")
    let gate = try page("places/gate.html")
    #expect(gate.contains("role=\"slider\"") && gate.contains("data-blink") && gate.contains("dir=\"rtl\""))
    #expect(try page("places/square.html").contains("role=\"slider\"") == false)
    #expect(try page("places/tower.html").contains("אין תמונה חדשה"))
    #expect(try page("index.html").contains("<h1 dir=\"auto\">Our town</h1>"))
    #expect(try folder.files(under: "site").contains("pictures/tower-then.jpg"))
  }

  @Test func `a folder with something in it, an archive and an empty collection are refused, and nothing is left`()
    async throws
  {
    #expect(try await run(["import", folder.path("in")]).code == 0)
    try folder.put("site/mine.txt", [1])
    let taken = try await run(["site", "--out", out])
    #expect(taken.code != 0 && taken.errors.contains("is there already"), "\(taken)")
    #expect(try folder.files(under: "site") == ["mine.txt"])
    #expect(try await run(["site", "--out", folder.path("x.zip")]).code == 64)
    #expect(try await run(["site", "--out", folder.path("y"), "--language", "tlh"]).code == 64)
    let none = try await run(["site", "tower", "--out", folder.path("y")])
    #expect(none.code != 0 && none.errors.contains("none of these locations has a new picture"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("y")))
  }

  // MARK: The map

  @Test(
    arguments: [
      [(31.7767, 35.2276)], [(31.7767, 35.2276), (31.7767, 35.2276)], [(0, 0), (0, 0.00001)],
      [(89.9, 0), (-89.9, 180)],
      [(-17.5, 179.9), (-17.6, -179.9)], [(31.7, 35.1), (31.9, 35.3), (48.8, 2.3)],
    ] as [[(Double, Double)]])
  func `every pin lies on the map, the north above the south, with some lines of degrees`(_ places: [(Double, Double)])
    throws
  {
    let pins = places.enumerated().map { number, place in
      SiteMap.Pin(
        title: "\(number)", place: Coordinate(latitude: place.0, longitude: place.1)!, page: "\(number).html",
        status: .completed)
    }
    let map = try #require(SiteMap(pins))
    #expect((300...1400).contains(map.height))
    let text = map.html("Map").text
    let spots = text.matches(of: /class="completed" cx="([-0-9.]+)" cy="([-0-9.]+)"/).compactMap { match in
      Double(match.1).flatMap { x in Double(match.2).map { (x, $0) } }
    }
    #expect(spots.count == places.count)
    for spot in spots { #expect((0...SiteMap.width).contains(spot.0) && (0...map.height).contains(spot.1), "\(spot)") }
    #expect((2...60).contains(text.matches(of: /<path/).count), "\(text.matches(of: /<path/).count) lines")
    #expect(SiteMap([]) == nil)
  }

  @Test func `numbers are written with as many digits as are asked for`() {
    #expect(
      SiteMap.fixed(31.7767, 2) == "31.78" && SiteMap.fixed(-0.004, 2) == "0.00" && SiteMap.fixed(-1.05, 1) == "-1.1")
    #expect(SiteMap.fixed(12, 0) == "12" && SiteMap.step(8) == 1 && SiteMap.step(0.05) == 0.01)
  }
}
