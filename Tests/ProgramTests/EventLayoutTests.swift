import BoothCore
import BoothTesting
import FoundationEssentials
import Imaging
import Testing

@testable import CommandSupport

/// `booth event layout`, as a person would use it who makes an event.
@Suite(.timeLimit(.minutes(15))) struct EventLayoutTests {
  private let folder: TemporaryFolder
  private var picture: String { folder.path + "/look.jpg" }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], events: String = Program.bundledEvents) async throws -> Program.Outcome {
    try await Program.run(
      ["event", "layout"] + arguments + ["--events", events, "--data", folder.path + "/data", "--out", picture])
  }

  private var drawn: PixelSize {
    get throws { try JPEGCodec().validate([UInt8](Data(contentsOf: URL(filePath: picture)))) }
  }

  @Test func `an event's composite is drawn, as it is and in another layout`() async throws {
    let plain = try await run(["wedding"])
    #expect(plain.code == 0 && plain.output == "\(picture): 1200x1800 pixels\n", "\(plain.errors)")
    #expect(try drawn == PixelSize(width: 1200, height: 1800))
    let card = try await run(["jerusalem", "--preset", "postcard", "--qr", "--filter", "bw"])
    #expect(
      card.code == 0 && card.output == "\(picture): 1748x1240 pixels, 148 x 105 mm at 300 dpi\n", "\(card.errors)")
    #expect(try drawn == PixelSize(width: 1748, height: 1240))
  }

  @Test func `what is wrong with the layout is told, and what can be drawn is drawn`() async throws {
    let events = folder.path + "/events"
    try FileManager.default.createDirectory(atPath: events + "/fair", withIntermediateDirectories: true)
    try Data(
      """
      {id: 7, name: 'Fair', date: '2026-06-20', plan: {strips: 1}, layout: {paper_mm: [100, 150], dpi: 254,
        pictures: [{box_mm: [5, 5, 90, 60]}], over: 'frame.png', qr_mm: [5, 145, 20, 20]}}
      """.utf8
    ).write(to: URL(filePath: events + "/fair/event.json"))
    let outcome = try await run(["fair"], events: events)
    #expect(outcome.code == 0 && outcome.output.contains("1000x1500 pixels, 100 x 150 mm at 254 dpi"))
    #expect(outcome.errors.contains("layout.qr_mm") && outcome.errors.contains("layout.over[0]"))
    #expect(try drawn == PixelSize(width: 1000, height: 1500))
  }

  @Test func `half a picture and a frame for other photos are problems, and a bundled event has none`() async throws {
    let events = folder.path + "/events"
    try FileManager.default.createDirectory(atPath: events + "/fair", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: events + "/lost+found", withIntermediateDirectories: true)
    let logo = try Data(contentsOf: URL(filePath: Program.bundledEvents + "/wedding/logo.png"))
    try logo.prefix(logo.count / 2).write(to: URL(filePath: events + "/fair/logo.png"))
    try Data(contentsOf: URL(filePath: Program.bundledEvents + "/wedding/strip_frame.png"))
      .write(to: URL(filePath: events + "/fair/frame.png"))
    try Data(
      """
      {id: 7, name: 'Fair', date: '2026-06-20', plan: {strips: 4},
        theme: {logo_url: 'logo.png', strip_frame_url: 'frame.png', strip_frame_photos: 3}}
      """.utf8
    ).write(to: URL(filePath: events + "/fair/event.json"))
    func check(_ events: String) async throws -> Program.Outcome {
      try await Program.run(["event", "check", "--events", events, "--data", folder.path + "/data"])
    }
    let found = try await check(events)
    #expect(found.code == 1 && found.output.contains("1 usable event, 2 problems"), "\(found.output)")
    #expect(found.output.contains("theme.logo_url") && found.output.contains("cut short"))
    #expect(found.output.contains("one for 3 photos (strip_frame_photos); the composite has no frame"))
    let bundled = try await check(Program.bundledEvents)
    #expect(bundled.code == 0 && bundled.output.contains("3 usable events, 0 problems"), "\(bundled.output)")
  }

  @Test func `a name that is none is answered with those that are`() async throws {
    let event = try await run(["weding"])
    #expect(event.code == 64 && event.errors.contains("wedding"))
    for (option, known) in [("--preset", "strips-2x6"), ("--filter", "sepia")] {
      let outcome = try await run(["wedding", option, "x"])
      #expect(outcome.code == 64 && outcome.errors.contains(known), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: picture))
  }
}
