import BoothCore
import BoothTesting
import Synchronization
import Testing

@testable import Gallery

/// Makes "pictures" that say of what they were made, and counts them.
final class CountingMaker: SmallPictureMaker {
  enum Manner { case makes, refuses, failsOnce, makesNothing }

  private struct State {
    var made: [String] = []
    var under = 0
    var most = 0
    var hasFailed = false
    var hasRoom = true
  }

  private let state = Mutex(State())
  private let manner: Manner
  private let gate: AsyncStream<Void>?
  private let quiet: AsyncStream<Void>?
  private let (makings, making) = AsyncStream<Void>.makeStream()

  /// - Parameters:
  ///   - gate: nothing is finished before it says so.
  ///   - quiet: one more picture is made ahead each time that it says so, and all when it ends; nil: none ever is.
  init(_ manner: Manner = .makes, gate: AsyncStream<Void>? = nil, quiet: AsyncStream<Void>? = nil) {
    (self.manner, self.gate, self.quiet) = (manner, gate, quiet)
  }

  func untilQuiet() async {
    guard let quiet else {
      for await _ in AsyncStream<Void>.makeStream().stream {}
      return
    }
    for await _ in quiet { return }
  }

  /// Returns when so many more have been made.
  func waitFor(_ count: Int) async {
    var left = count
    for await _ in makings {
      left -= 1
      if left == 0 { return }
    }
  }

  var made: [String] { state.withLock { $0.made } }
  /// How many were made at the same time.
  var mostAtOnce: Int { state.withLock { $0.most } }
  var hasRoom: Bool {
    get { state.withLock { $0.hasRoom } }
    set { state.withLock { $0.hasRoom = newValue } }
  }

  func jpeg(of original: SmallPictureSource, filling frame: PixelSize) async throws(SmallPictureError) -> [UInt8] {
    state.withLock { state in
      state.under += 1
      state.most = max(state.most, state.under)
    }
    defer { state.withLock { $0.under -= 1 } }
    if let gate { for await _ in gate {} }
    let bytes = await Self.bytes(original)
    let isFirst = state.withLock { state in
      state.made.append("\(frame)")
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    making.yield()
    switch manner {
    case .refuses: throw SmallPictureError(mayPass: false, detail: "damaged")
    case .failsOnce where isFirst: throw SmallPictureError(mayPass: true, detail: "no thread")
    case .makesNothing: return []
    case .makes, .failsOnce: return [0xFF, 0xD8] + Array("\(frame) of ".utf8) + bytes + [0xFF, 0xD9]
    }
  }

  func mayKeep(_ bytes: Int) async -> Bool { hasRoom }

  private static func bytes(_ source: SmallPictureSource) async -> [UInt8] {
    switch source {
    case .bytes(let bytes): return bytes
    case .file(let file):
      var all: [UInt8] = []
      do { for try await piece in file.bytes(0..<file.info.sizeBytes) { all += piece } } catch { return [] }
      return all
    }
  }
}
