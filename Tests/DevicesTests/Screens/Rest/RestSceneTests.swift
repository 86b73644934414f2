import BoothCore
import BoothSystem
import BoothTesting
import FoundationEssentials
import Imaging
import Testing

@testable import Screens

/// The scene of a booth that takes a break, held against pictures in `Tests/Golden/Rest` that a person has looked at;
/// `BOOTH_REGENERATE=1 … --filter RestScene` paints them anew.
@Suite(.serialized) struct RestSceneTests {
  private static let isRegenerating = ProcessInfo.processInfo.environment["BOOTH_REGENERATE"] != nil
  private static let folder = ScenePictures.eventsFolder.deletingLastPathComponent().appending(
    path: "Tests/Golden/Rest")
  private static let sizes = [PixelSize(width: 480, height: 270), PixelSize(width: 270, height: 480)]

  private static func scene(_ language: Language) -> RestScene {
    // Each with a second language; some with a number.
    let second: Language = language == .english ? .hebrew : .english
    return RestScene(
      languages: [language, second], phone: language == .french ? nil : "+49 30 1234-567", code: "S-SEGV")
  }

  @Test(arguments: Language.allCases) func `the scene looks as it did`(_ language: Language) throws {
    for size in Self.sizes {
      let picture = try Self.scene(language).picture(size)
      #expect(picture.size == size)
      let file = Self.folder.appending(path: "\(language.rawValue)-\(size).png")
      if Self.isRegenerating {
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        try Data(PNG.encode(picture)).write(to: file)
        continue
      }
      let golden = try PNG.decode(Array(try Data(contentsOf: file)), subject: file.lastPathComponent)
      let difference = BlockDifference(golden, picture, block: GoldenSceneTests.block)
      #expect(
        difference.greatest <= GoldenSceneTests.greatest && difference.mean <= GoldenSceneTests.mean,
        "\(file.lastPathComponent): block at \(difference.place) differs by \(difference.greatest), all by \(difference.mean)"
      )
    }
  }

  @Test func `a number or a code that is another is seen`() throws {
    for size in Self.sizes {
      var scene = Self.scene(.german)
      let picture = try scene.picture(size)
      for change in [{ $0.phone = "+49 30 7654-321" }, { $0.phone = nil }, { $0.code = "E-75" }]
        as [(inout RestScene) -> Void]
      {
        scene = Self.scene(.german)
        change(&scene)
        let difference = BlockDifference(picture, try scene.picture(size), block: GoldenSceneTests.block)
        #expect(difference.greatest > GoldenSceneTests.greatest)
      }
    }
  }

  @Test(arguments: [
    PixelSize(width: 64, height: 64), PixelSize(width: 3840, height: 200), PixelSize(width: 100, height: 2000),
    PixelSize(width: 1920, height: 1080),
  ]) func `it is painted for any display, with any words`(_ size: PixelSize) throws {
    let long = String(repeating: "+49 30 1234567 ", count: 20)
    for scene in [
      RestScene(languages: [], phone: nil, code: ""),
      RestScene(languages: Language.allCases, phone: long, code: "S-SEGV"),
      RestScene(languages: [.arabic, .hebrew, .english], phone: "\n\u{0}\u{202E}911", code: "W"),
    ] { #expect(try scene.picture(size).size == size) }
    #expect(RestScene(languages: [], phone: nil, code: "X").languages == [.english])
  }

  @Test func `it stands on the display until its end, also on one that comes back in another size`() throws {
    let output = MemoryOutput(size: PixelSize(width: 270, height: 480))
    var moment = Instant(nanoseconds: 0)
    var painted: [PixelSize] = []
    let scene = Self.scene(.english)
    func now() -> Instant {
      defer { moment = moment + .nanoseconds(1) }
      if moment.nanoseconds == 2 { output.resize(to: PixelSize(width: 200, height: 400)) }
      return moment
    }
    try RestDisplay(output, turn: .turnRight).show(until: Instant(nanoseconds: 4), now: now) { size in
      painted.append(size)
      return try scene.picture(size)
    }
    #expect(painted == [PixelSize(width: 480, height: 270), PixelSize(width: 400, height: 200)])
  }
}
