import BoothCore
import Cameras
import Testing

@Suite("Frame pool") struct FramePoolTests {
  private func frame(_ pool: FramePool, _ slot: FramePool.Slot) -> Frame {
    pool.frame(
      slot, byteCount: 10, sequence: 1, capturedAt: Instant(nanoseconds: 0), size: PixelSize(width: 2, height: 2),
      layout: .i420, strideBytes: 2)
  }

  @Test func `a frame's buffer comes back with its last reference, and not before`() throws {
    let pool = FramePool(count: 1, bytesPerFrame: 100)
    var first: Frame? = frame(pool, try #require(pool.take()))
    var second = first
    #expect(pool.take() == nil)
    first = nil
    #expect(pool.take() == nil)
    #expect(second?.bytes.count == 10)
    second = nil
    #expect(first == nil && second == nil)
    #expect(pool.take() != nil)
    #expect(pool.refused == 2)
  }

  @Test func `the memory lives as long as a frame of it, without its pool`() throws {
    weak var gone: FramePool?
    var held: Frame?
    do {
      let pool = FramePool(count: 2, bytesPerFrame: 100)
      gone = pool
      let slot = try #require(pool.take())
      slot.bytes.initializeMemory(as: UInt8.self, repeating: 7)
      held = frame(pool, slot)
    }
    #expect(gone != nil)
    #expect(held?.bytes.allSatisfy { $0 == 7 } == true)
    held = nil
    #expect(gone == nil)
  }

  @Test func `buffers do not overlap, and one put back is used again`() throws {
    let pool = FramePool(count: 3, bytesPerFrame: 5000)
    let slots = [try #require(pool.take()), try #require(pool.take()), try #require(pool.take())]
    for slot in slots { slot.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(slot.index)) }
    for slot in slots { #expect(slot.bytes.allSatisfy { $0 == UInt8(slot.index) }) }
    #expect(Set(slots.map(\.index)) == [0, 1, 2])
    pool.putBack(slots[1])
    #expect(pool.take()?.index == 1)
    #expect(pool.free == 0)
  }

  @Test func `frames may be dropped on any thread`() async throws {
    let pool = FramePool(count: 4, bytesPerFrame: 64)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 { if let slot = pool.take() { _ = self.frame(pool, slot) } }
        }
      }
    }
    #expect(pool.free == 4)
  }
}
