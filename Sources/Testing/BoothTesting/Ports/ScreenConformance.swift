public import BoothCore
import Synchronization
public import Testing

/// What every ``ScreenDriver`` promises: run all `checks`, each on a screen of its own. What a screen draws is its own
/// tests' affair; here it stands for all of them that it holds nothing up and gives everything back.
public struct ScreenConformance: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let run: @Sendable (any ScreenDriver) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any ScreenDriver) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  private static let event = Event(id: 7, slug: "party", name: "Party", date: "2026-06-20", languages: ["en", "ar"])

  private static func picture(_ content: Scene.Content) -> ScreenPicture {
    var scene = Scene(BoothFlow())
    scene.content = content
    scene.event = event.slug
    if scene.showsLiveView || scene.counts { (scene.strip, scene.strips) = (1, 3) }
    return ScreenPicture(scene: scene, event: event, events: [event])
  }

  private static let later = Instant(nanoseconds: 1_000_000_000_000_000)
  private static let contents: [Scene.Content] = [
    .starting, .attract, .getReady, .countdown(until: later), .shutter(since: nil),
    .qr(link: "https://g.example/s/X", until: later),
    .eventSelection(highlighted: 0), .paused, .settings, .outOfOrder(.noEvents), .stopped,
  ]

  /// Frames that tell when they were let go of.
  private final class Pool: Sendable {
    let out = Atomic<Int>(0)
    private let next = Atomic<UInt64>(0)

    func frame() -> Frame {
      let size = PixelSize(width: 16, height: 16)
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size.area * 3 / 2, alignment: 64)
      memory.initializeMemory(as: UInt8.self, repeating: 128)
      let address = UInt(bitPattern: memory.baseAddress)
      out.add(1, ordering: .sequentiallyConsistent)
      return Frame(
        sequence: next.add(1, ordering: .relaxed).newValue, capturedAt: later, size: size, layout: .i420,
        strideBytes: 16, bytes: UnsafeRawBufferPointer(memory)
      ) { [self] in
        UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
        out.subtract(1, ordering: .sequentiallyConsistent)
      }
    }

    var count: Int { out.load(ordering: .sequentiallyConsistent) }
  }

  public static let checks: [ScreenConformance] = [
    ScreenConformance("whatever is shown, the screen comes round") { screen in
      for content in contents {
        screen.show(picture(content))
        await screen.settle()
      }
      for content in contents { screen.show(picture(content)) }
      await screen.settle()
      await screen.close()
    },
    ScreenConformance("a frame is let go of at once where the scene shows no live picture") { screen in
      let pool = Pool()
      screen.show(picture(.paused))
      await screen.settle()
      for _ in 0..<20 { screen.receive(pool.frame()) }
      #expect(pool.count == 0, "frames that nobody sees are the camera's")
      await screen.close()
    },
    ScreenConformance("of live frames only the newest are held, and none once the screen is closed") { screen in
      let pool = Pool()
      screen.show(picture(.getReady))
      for _ in 0..<50 {
        screen.receive(pool.frame())
        // One that waits, one that is drawn, and one that stands there.
        #expect(pool.count <= 3, "a pool of the camera's is small")
      }
      await screen.settle()
      screen.receive(pool.frame())
      await screen.close()
      #expect(pool.count == 0)
      screen.receive(pool.frame())
      #expect(pool.count == 0, "a closed screen keeps nothing")
    },
    ScreenConformance("a closed screen may be closed, shown something and waited for, and holds nobody up") { screen in
      screen.show(picture(.attract))
      await screen.close()
      await screen.close()
      screen.show(picture(.paused))
      await screen.settle()
    },
    ScreenConformance("who waits for the screen while it is closed is not left waiting") { screen in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { await screen.settle() }
          group.addTask { screen.show(picture(.getReady)) }
        }
        group.addTask { await screen.close() }
        group.addTask { await screen.close() }
      }
    },
    ScreenConformance("nothing is said to have been shown before it was, nor to be touched") { screen in
      #expect(screen.frameAge == nil && screen.shownPhoto == nil)
      let middle = PicturePoint(x: 0.5, y: 0.5)
      #expect(screen.target(at: middle, in: .attract, touched: later) == nil)
      screen.show(picture(.attract))
      await screen.settle()
      #expect(screen.shownPhoto == nil, "a scene without a photo shows none")
      if !screen.takesTouches {
        #expect(screen.target(at: middle, in: .attract, touched: later) == nil, "the panel's areas count")
      }
      await screen.close()
    },
  ]
}
