import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Testing

@testable import CommandSupport

/// A print on a mount, as its scan comes in, is aligned and is shown.
@Suite(.timeLimit(.minutes(15))) struct LocationCropTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let print = Self.street
    var scan = Bitmap(
      size: PixelSize(width: print.width + 150, height: print.height + 170),
      color: RGBColor(red: 238, green: 232, blue: 214))
    scan.paint(print, x: 70, y: 60)
    try folder.put("in/old.jpg", JPEGCodec().encode(scan, quality: 92))
    try folder.put("in/new.jpg", JPEGCodec().encode(print, quality: 92))
    try folder.put("in/t.csv", Array("id,title,lat,lon,picture,new_image\ngate,Gate,31,35,old.jpg,new.jpg\n".utf8))
  }

  /// Houses below a sky, 640×440.
  private static var street: Bitmap {
    var picture = Bitmap(size: PixelSize(width: 640, height: 440), color: RGBColor(red: 190, green: 195, blue: 200))
    picture.fill(PixelRect(x: 0, y: 360, width: 640, height: 80), with: RGBColor(red: 110, green: 100, blue: 90))
    for house in 0..<8 {
      let (x, top, level) = (house * 80, 90 + house * 37 % 110, UInt8(60 + house * 47 % 100))
      picture.fill(
        PixelRect(x: x, y: top, width: 80, height: 360 - top), with: RGBColor(red: level, green: level, blue: level))
      for window in 0..<6 {
        picture.fill(
          PixelRect(
            x: x + 8 + window % 3 * 22 + house, y: top + 20 + window / 3 * 60 + window * 3, width: 11, height: 24),
          with: window % 2 == 0 ? .white : .black)
      }
    }
    return picture
  }

  private func run(_ arguments: [String]) async throws -> Program.Outcome {
    try await Program.run(["location"] + arguments + ["--data", folder.path("data")])
  }

  private struct Shown: Decodable {
    struct Crop: Decodable { var x: Int?, y: Int?, width: Int?, height: Int?, found: Bool }
    struct Version: Decodable {
      struct Registration: Decodable { var accepted: Bool, transform: [[Double]]? }
      var registration: Registration?
    }
    var crop: Crop?
    var versions: [Version]
  }

  private func shown() async throws -> Shown {
    let outcome = try await run(["show", "gate", "--json"])
    return try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
  }

  private func size(_ name: String) throws -> PixelSize {
    try JPEGCodec.probe([UInt8](Data(contentsOf: URL(filePath: folder.path("out/\(name)")))))
  }

  @Test func `the card around a print is found, left out of all products, and can be kept in`() async throws {
    #expect(try await run(["import", folder.path("in")]).code == 0)
    let before = try Data(contentsOf: URL(filePath: folder.path("data/locations/gate/old.jpg")))
    #expect(try await shown().crop == nil)
    #expect(try await run(["pair", "gate", "--out", folder.path("out")]).code == 0)
    let found = try await shown()
    let crop = try #require(found.crop)
    #expect(crop.found && (68...78).contains(crop.x ?? 0) && (58...68).contains(crop.y ?? 0), "\(crop)")
    #expect((620...642).contains(crop.width ?? 0) && (420...442).contains(crop.height ?? 0), "\(crop)")
    let after = try Data(contentsOf: URL(filePath: folder.path("data/locations/gate/old.jpg")))
    #expect(before == after)
    let then = try size("gate-then.jpg")
    #expect(then.width <= 642 && then.height <= 442, "\(then)")
    // The transform is of the whole old picture, card and all.
    if let transform = found.versions.first?.registration?.transform {
      #expect(abs(transform[0][2] + 70) < 3 && abs(transform[1][2] + 60) < 3, "\(transform)")
    }
    let words = try await run(["show", "gate"])
    #expect(words.output.contains("the photograph is at \(crop.x ?? 0),"), "\(words.output)")

    #expect(try await run(["edit", "gate", "--crop", "none"]).code == 0)
    let whole = try await shown().crop
    #expect(whole?.found == false && whole?.width == nil)
    #expect(try await run(["pair", "gate", "--out", folder.path("out")]).code == 0)
    #expect(try await shown().crop?.found == false, "what a person says stays")
    #expect(try await run(["edit", "gate", "--crop", "auto"]).output.contains("the photograph is"))
    #expect(try await shown().crop?.found == true)
    #expect(try await run(["edit", "gate", "--crop", "100, 90,300,200"]).code == 0)
    #expect(try await run(["pair", "gate", "--out", folder.path("out")]).code == 0)
    #expect(try size("gate-then.jpg") == PixelSize(width: 300, height: 200))
  }

  @Test func `a crop that is no part of the picture is refused, and changes nothing`() async throws {
    #expect(try await run(["import", folder.path("in")]).code == 0)
    for crop in ["1,2,3", "a", "0,0,9000,50", "0,0,10,10", "-1,0,50,50"] {
      let outcome = try await run(["edit", "gate", "--crop=\(crop)"])
      #expect(outcome.code == 64 && outcome.errors.contains("--crop"), "\(crop): \(outcome)")
    }
    #expect(try await shown().crop == nil)
    let pair = [folder.path("in/old.jpg"), folder.path("in/new.jpg"), "--out", folder.path("out")]
    #expect(try await Program.run(["pair"] + pair + ["--crop", "0,0,9000,50"]).code == 64)
    let cropped = try await Program.run(["pair"] + pair + ["--crop", "auto"])
    let narrow = try size("pair-then.jpg")
    #expect(cropped.code == 0 && narrow.width <= 642)
    #expect(try await Program.run(["pair"] + pair).code == 0)
    #expect(try size("pair-then.jpg").width == 790)
  }
}
