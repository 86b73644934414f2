import BoothCore
import CLinux
import Glibc
import Imaging
import Synchronization

@testable import Screens

/// A display that a test refreshes, and that tells what it was given. Its memory may not be read by who draws: what was
/// never written is magenta, and rows are longer than the picture.
final class StandInOutput: PixelOutput, Sendable {
  struct Shown: Sendable {
    var picture: Bitmap
    var changed: [PixelRect]
    /// The pixels that differ from what stood on the display, and lie in none of `changed`.
    var missed: Int
  }

  private struct State: ~Copyable {
    var size: PixelSize
    var buffers: [Bitmap]
    var generation = 1
    var front = 0
    var isWaiting = false
    var isHidden = false
    var isClosed = false
    var refreshesItself = true
    var shown: Bitmap?
    var events: [PixelOutputEvent] = []
    var presents = 0
    var fault: ScreenFault?
    var refusals = 0
  }

  private static let padding = 5
  private static let unwritten: UInt32 = 0xFFFF_00FF
  private let state: Mutex<State>
  private let alarm = clinux_eventfd()
  private let pictures: AsyncStream<Shown>.Continuation
  let presented: AsyncStream<Shown>
  private let memory: Mutex<[UnsafeMutableBufferPointer<UInt32>]>

  init(_ size: PixelSize, buffers: Int = 2) {
    (presented, pictures) = AsyncStream.makeStream(of: Shown.self)
    state = Mutex(State(size: size, buffers: []))
    nonisolated(unsafe) let made = (0..<buffers).map { _ in Self.memory(size) }
    memory = Mutex(made)
  }

  deinit {
    memory.withLock { for buffer in $0 { buffer.deallocate() } }
    close()
    Glibc.close(alarm)
  }

  private static func memory(_ size: PixelSize) -> UnsafeMutableBufferPointer<UInt32> {
    let buffer = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: (size.width + padding) * size.height)
    buffer.initialize(repeating: unwritten)
    return buffer
  }

  // MARK: For the screen's thread

  var size: PixelSize { state.withLock { $0.size } }
  var refreshInterval: Duration { .nanoseconds(16_666_667) }
  var descriptors: [Int32] { [alarm] }

  func nextBuffer() -> PixelBuffer? {
    let (isThere, index, generation, size) = state.withLock { state in
      (!state.isWaiting && !state.isHidden, state.front, state.generation, state.size)
    }
    guard isThere else { return nil }
    let (pixels, next) = memory.withLock { memory in
      let next = memory.count == 1 ? 0 : 1 - index
      nonisolated(unsafe) let pixels = memory[next].baseAddress
      return (pixels, next)
    }
    guard let pixels else { return nil }
    return PixelBuffer(
      index: next, generation: generation, pixels: pixels, size: size, stride: size.width + Self.padding)
  }

  func present(_ buffer: PixelBuffer, changed: [PixelRect]) throws(ScreenFault) {
    let picture = Self.picture(buffer)
    let fault = state.withLock { state -> ScreenFault? in
      if let fault = state.fault {
        state.refusals += 1
        return fault
      }
      let missed = state.shown.map { Self.missed($0, picture, changed) } ?? 0
      state.shown = picture
      state.front = buffer.index
      state.presents += 1
      pictures.yield(Shown(picture: picture, changed: changed, missed: missed))
      if !state.refreshesItself { state.isWaiting = true }
      return nil
    }
    if let fault { throw fault }
  }

  func takeEvents() -> [PixelOutputEvent] {
    var count: UInt64 = 0
    _ = read(alarm, &count, 8)
    return state.withLock { state in
      defer { state.events = [] }
      return state.events
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    pictures.finish()
  }

  // MARK: For the test

  var isClosed: Bool { state.withLock { $0.isClosed } }
  var presents: Int { state.withLock { $0.presents } }
  /// How many pictures were refused.
  var refusals: Int { state.withLock { $0.refusals } }

  /// From now on each picture waits for ``refresh(at:)``.
  func refreshByHand() { state.withLock { $0.refreshesItself = false } }

  func refresh(at moment: Instant) {
    post(.shown(at: moment)) { $0.isWaiting = false }
  }

  func hide() { post(.hidden) { $0.isHidden = true } }

  func reveal() {
    post(.visible) { state in
      state.isHidden = false
      state.generation += 1
      state.shown = nil
    }
  }

  func fail(_ fault: ScreenFault?) { state.withLock { $0.fault = fault } }

  func resize(to size: PixelSize) {
    memory.withLock { memory in
      for index in memory.indices {
        memory[index].deallocate()
        memory[index] = Self.memory(size)
      }
    }
    post(.changed) { state in
      state.size = size
      state.generation += 1
      state.shown = nil
    }
  }

  private func post(_ event: PixelOutputEvent, _ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      state.events.append(event)
    }
    var one: UInt64 = 1
    _ = write(alarm, &one, 8)
  }

  private static func picture(_ buffer: PixelBuffer) -> Bitmap {
    var pixels: [UInt32] = []
    for y in 0..<buffer.size.height {
      pixels.append(
        contentsOf: UnsafeBufferPointer(start: buffer.pixels + y * buffer.stride, count: buffer.size.width))
    }
    return Bitmap(size: buffer.size, pixels: pixels)
  }

  private static func missed(_ before: Bitmap, _ after: Bitmap, _ changed: [PixelRect]) -> Int {
    guard before.size == after.size else { return 0 }
    var count = 0
    for y in 0..<after.height {
      for x in 0..<after.width where before[x, y] != after[x, y] {
        let point = PixelRect(x: x, y: y, width: 1, height: 1)
        if !changed.contains(where: { $0.contains(point) }) { count += 1 }
      }
    }
    return count
  }
}

extension Bitmap {
  /// Whether nothing was left as it was before anything was drawn.
  var isWritten: Bool { withPixels { !$0.contains(0xFFFF_00FF) } }
}
