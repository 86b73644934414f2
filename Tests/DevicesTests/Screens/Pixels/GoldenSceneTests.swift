import BoothCore
import FoundationEssentials
import Imaging
import Testing

@testable import Screens

/// Every scene as a picture, held against the one in `Tests/Golden/Screens` that a person has looked at.
///
/// `BOOTH_REGENERATE=1 … --filter GoldenScene` paints them anew; of each that has changed, the picture before and after
/// stand side by side in `Tests/Golden/Changed`, to be looked at and committed.
@Suite(.serialized) struct GoldenSceneTests {
  /// Blocks of about a letter, and how far the mean of one may be off: less than the faintest word of any scene makes when
  /// it is missing, which a test below holds.
  static let block = 9
  static let greatest = 26.0
  static let mean = 2.0

  private static let isRegenerating = ProcessInfo.processInfo.environment["BOOTH_REGENERATE"] != nil
  private static let folder = ScenePictures.eventsFolder.deletingLastPathComponent().appending(path: "Tests/Golden")

  private static let events = [SceneSamples.wedding, SceneSamples.jerusalem, SceneSamples.sportsDay]

  @Test(arguments: SheetSamples.shapes.indices)
  func `every scene looks as it did`(_ shape: Int) async throws {
    let size = SheetSamples.shapes[shape]
    for event in Self.events {
      for sample in SceneSamples.all(of: event) {
        // Like all tests that paint for long: others with real threads and clocks run beside them.
        await Task.yield()
        let name = "\(event.slug)-\(sample.name)-\(size).png"
        let picture = try SheetSamples.bitmap(of: SheetSamples.sheet(sample, size))
        let file = Self.folder.appending(path: "Screens").appending(path: name)
        let golden = (try? Data(contentsOf: file)).flatMap { try? PNG.decode(Array($0), subject: name) }
        let difference = golden.flatMap { $0.size == size ? BlockDifference($0, picture, block: Self.block) : nil }
        let isSame = difference.map { $0.greatest <= Self.greatest && $0.mean <= Self.mean } ?? false
        if Self.isRegenerating {
          if golden != picture { try regenerate(file, name, golden, picture) }
        } else {
          #expect(
            isSame,
            "\(name): \(difference.map { "block at \($0.place) differs by \($0.greatest), all by \($0.mean)" } ?? "there is none")"
          )
        }
      }
    }
  }

  private func regenerate(_ file: URL, _ name: String, _ before: Bitmap?, _ after: Bitmap) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(PNG.encode(after)).write(to: file)
    guard let before else { return }
    let changed = Self.folder.appending(path: "Changed")
    try FileManager.default.createDirectory(at: changed, withIntermediateDirectories: true)
    var both = Bitmap(
      size: PixelSize(width: before.width + 8 + after.width, height: max(before.height, after.height)), color: .white)
    both.paint(before, x: 0, y: 0)
    both.paint(after, x: before.width + 8, y: 0)
    try Data(PNG.encode(both)).write(to: changed.appending(path: name))
  }

  @Test func `there is no picture of a scene that is not painted any more`() throws {
    var names: Set<String> = []
    for size in SheetSamples.shapes {
      for event in Self.events {
        for sample in SceneSamples.all(of: event) { names.insert("\(event.slug)-\(sample.name)-\(size).png") }
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "Screens").path)
    #expect(Set(files) == names)
  }

  /// The measure must see what a person would: each mark that is taken away, or moved by as much as it is high.
  @Test func `a word that is missing, or has moved, is noticed`() async throws {
    let samples = SceneSamples.all(of: SceneSamples.wedding)
    for size in SheetSamples.shapes.prefix(2) {
      for name in ["attract", "recording", "review", "code", "resume", "camera-trouble"] {
        await Task.yield()
        let sample = try #require(samples.first { $0.name == name })
        let sheet = SheetSamples.sheet(sample, size)
        let golden = try SheetSamples.bitmap(of: sheet)
        for (index, mark) in sheet.base.enumerated() {
          guard case .text(let block, let x, let y, let color) = mark else { continue }
          var without = sheet
          without.base.remove(at: index)
          var moved = sheet
          moved.base[index] = .text(block, x: x, y: y + block.size.height * 8 / 10, color)
          for other in [without, moved] {
            let difference = BlockDifference(golden, try SheetSamples.bitmap(of: other), block: Self.block)
            #expect(
              difference.greatest > Self.greatest || difference.mean > Self.mean,
              "“\(block.options.text)” of \(name) at \(size): \(difference.greatest), \(difference.mean)")
          }
        }
      }
    }
  }
}
