import BoothCore
import BoothRuntime
import Imaging
import Logging
import Screens
import Synchronization
import Testing

@testable import booth

@Suite(.timeLimit(.minutes(15))) struct ViewedScreenTests {
  /// A screen that only counts.
  private final class CountedScreen: ScreenDriver {
    let shown = Mutex(0)
    func show(_ picture: ScreenPicture) { shown.withLock { $0 += 1 } }
    func receive(_ frame: Frame) {}
    func close() async {}
  }

  @Test func `the pictures on a display are counted`() throws {
    let pictures = ShownPictures()
    let memory = MemoryOutput(size: PixelSize(width: 64, height: 36), refreshesItself: false)
    let output = CountedOutput(memory, pictures: pictures)
    let whole = PixelRect(x: 0, y: 0, width: 64, height: 36)
    for count in 1...2 {
      let buffer = try #require(output.nextBuffer())
      try output.present(buffer, changed: [whole])
      #expect(pictures.count == count)
      memory.refresh(at: Instant(nanoseconds: 0))
    }
    output.close()
  }

  private func viewed(_ screen: CountedScreen = CountedScreen(), seen: PixelSize = PixelSize(width: 1920, height: 1080))
    -> ViewedScreen
  {
    ViewedScreen(
      screen, seen: seen, options: .init(), eventFolder: { _ in "/nowhere" }, clock: SystemClock(),
      log: Logger(label: "view") { _ in SwiftLogNoOpLogHandler() })
  }

  private func picture(_ content: Scene.Content) -> ScreenPicture {
    var scene = Scene(BoothFlow())
    scene.content = content
    return ScreenPicture(scene: scene, event: nil, events: [])
  }

  @Test func `who looks sees what guests see, small, and then what is new`() async throws {
    let screen = CountedScreen()
    let viewed = viewed(screen)
    viewed.show(picture(.paused))
    let first = try #require(try await viewed.picture(otherThan: 0))
    let size = try JPEGCodec().decode(first.jpeg).size
    #expect(size == PixelSize(width: 768, height: 432))
    // Many who ask at once get one and the same.
    let all = try await withThrowingTaskGroup(of: ViewedScreen.Picture?.self) { group in
      for _ in 0..<10 { group.addTask { try await viewed.picture(otherThan: 0) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.allSatisfy { $0?.number == first.number && $0?.jpeg == first.jpeg })
    async let next = viewed.picture(otherThan: first.number)
    viewed.show(picture(.stopped))
    let second = try #require(try await next)
    #expect(second.number != first.number && second.jpeg != first.jpeg)
    #expect(screen.shown.withLock { $0 } == 2, "the guests' own screen is shown each once")
    await viewed.close()
    #expect(try await viewed.picture(otherThan: 0) == nil)
  }

  @Test func `who knows the picture is told after a while that there is no other`() async throws {
    let viewed = viewed()
    viewed.show(picture(.paused))
    var known = try #require(try await viewed.picture(otherThan: 0)).number
    // What is drawn may settle in more than one picture.
    while let newer = try await viewed.picture(otherThan: known) { known = newer.number }
    #expect(try #require(try await viewed.picture(otherThan: 0)).number == known, "it still stands for others")
    await viewed.close()
  }

  @Test func `nobody looks, nothing is drawn`() async throws {
    let viewed = viewed()
    viewed.show(picture(.paused))
    #expect(!viewed.isViewed)
    _ = try await viewed.picture(otherThan: 0)
    #expect(viewed.isViewed)
    #expect(try await Program.until { !viewed.isViewed })
    // A person who comes back is shown it again.
    #expect(try await viewed.picture(otherThan: 0) != nil)
    await viewed.close()
  }

  @Test func `a standing display is shown standing`() {
    #expect(ViewedScreen.small(PixelSize(width: 1080, height: 1920)) == PixelSize(width: 432, height: 768))
    #expect(ViewedScreen.small(PixelSize(width: 16, height: 9)) == PixelSize(width: 768, height: 432))
    #expect(ViewedScreen.small(PixelSize(width: 1, height: 100_000)) == PixelSize(width: 16, height: 768))
  }
}
