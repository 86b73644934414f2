import BoothCore
import Testing

@testable import Video

@Suite struct FrameQueueTests {
  private let camera = TestCamera(PixelSize(width: 16, height: 16))

  private func takeAll(_ queue: FrameQueue) -> [UInt64] {
    var taken: [UInt64] = []
    while case .frame(let frame) = queue.next() {
      taken.append(frame.sequence)
      queue.giveBack()
    }
    return taken
  }

  @Test func `a full queue drops the newest frame and counts it`() {
    let queue = FrameQueue(capacity: 3)
    for number in 0..<5 { queue.offer(camera.frame(number)) }
    #expect(camera.framesOut == 3)
    queue.finish()
    #expect(takeAll(queue) == [0, 1, 2])
    #expect(queue.dropped == 2)
    #expect(camera.framesOut == 0)
  }

  @Test func `a frame that is being read counts as queued`() {
    let queue = FrameQueue(capacity: 2)
    for number in 0..<2 { queue.offer(camera.frame(number)) }
    guard case .frame = queue.next() else {
      Issue.record("the first frame is missing")
      return
    }
    queue.offer(camera.frame(2))
    #expect(queue.dropped == 1)
    queue.giveBack()
    queue.offer(camera.frame(3))
    #expect(queue.dropped == 1)
    queue.finish()
    #expect(takeAll(queue) == [1, 3])
  }

  @Test func `gaps in the camera's numbers count as dropped, and a camera that starts over does not`() {
    let queue = FrameQueue(capacity: 10)
    for sequence: UInt64 in [40, 41, 44, 45, 3, 4, 6] { queue.offer(camera.frame(0, sequence: sequence)) }
    #expect(queue.dropped == 3)
  }

  @Test func `numbers at the end of the number line are survived`() {
    let queue = FrameQueue(capacity: 10)
    for sequence: UInt64 in [0, .max, 0, .max] { queue.offer(camera.frame(0, sequence: sequence)) }
    #expect(queue.dropped == .max)
  }

  @Test func `frames that come after the end are ignored and not counted`() {
    let queue = FrameQueue(capacity: 10)
    queue.offer(camera.frame(0))
    queue.finish()
    queue.offer(camera.frame(1))
    queue.offer(camera.frame(9))
    #expect(takeAll(queue) == [0])
    #expect(queue.dropped == 0)
    #expect(camera.framesOut == 0)
  }

  @Test func `a cancelled queue gives its frames back at once`() {
    let queue = FrameQueue(capacity: 10)
    for number in 0..<5 { queue.offer(camera.frame(number)) }
    queue.cancel()
    #expect(camera.framesOut == 0)
    queue.offer(camera.frame(5))
    #expect(camera.framesOut == 0)
    guard case .cancelled = queue.next() else {
      Issue.record("a cancelled queue still had frames")
      return
    }
    queue.giveBack()
  }
}
