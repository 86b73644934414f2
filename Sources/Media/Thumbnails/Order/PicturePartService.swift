import BoothSystem
import Glibc

/// Parts of photos that a person has zoomed into, made on a thread of its own and kept in memory alone. One for a
/// program.
///
/// One at a time, so that ten people who look closely take the memory of one, and thumbnails do not wait for them. Nothing of it is
/// on a disk: what was looked at closely is seldom looked at again, and the photo itself is there.
public final class PicturePartService: Sendable {
  private struct Work: Hashable, Sendable {
    var key: ThumbnailKey
    var part: PicturePart
  }

  private struct Waiting: Sendable {
    var number: Int
    var work: Work
    var asker: String
    var source: ThumbnailSource
    var continuation: CheckedContinuation<Answer, Never>
  }

  private typealias Answer = Result<Thumbnail, ThumbnailError>

  private struct State {
    var line: [Waiting] = []
    var made: [(work: Work, picture: Thumbnail)] = []
    var bytes = 0
    var counter = 0
    var isClosed = false
  }

  /// What waits of one person; who has gone on wants what they asked for last.
  static let mostOfOne = 4
  /// What waits of all.
  static let mostWaiting = 64
  /// Some screens' worth.
  private static let mostBytes = 16 << 20
  private let state = Monitor(State())

  /// Starts the thread.
  /// - Parameter program: the process for what is not read here; nil refuses such pictures.
  /// - Throws: `.failed` where the thread cannot be started.
  public init(program: ThumbnailProgram?, limits: ThumbnailLimits = ThumbnailLimits()) throws(ThumbnailError) {
    let state = state
    let refusal = OwnThread.start("details", niceness: 5, leavesSignals: true) {
      Self.work(state, ThumbnailMaker(program: program, limits: limits))
    }
    guard refusal == 0 else { throw ThumbnailError(.failed, OwnThread.refusal(refusal)) }
  }

  deinit { close() }

  /// A part of a photo: a JPEG, upright, sRGB, of quality 92, with colours as fine as the photo has them, and no words about it.
  /// - Parameters:
  ///   - source: where the photo is.
  ///   - key: what its content is known by.
  ///   - asker: who asks; of more than four that they wait for the oldest get `.withdrawn`.
  /// - Throws: a ``ThumbnailError`` that says why there is none: `.failed` where too many wait already.
  public func picture(
    of source: ThumbnailSource, key: ThumbnailKey, part: PicturePart, for asker: String
  ) async throws(ThumbnailError) -> [UInt8] {
    let work = Work(key: key, part: part)
    if let made = state.update({ Self.made(work, &$0) }) { return made.jpeg }
    let number = state.update { state in
      state.counter += 1
      return state.counter
    }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let turnedAway = state.updateAndWakeAll { state -> [(CheckedContinuation<Answer, Never>, ThumbnailError)] in
          guard !state.isClosed, !Task.isCancelled else { return [(continuation, Self.withdrawn)] }
          var gone: [(CheckedContinuation<Answer, Never>, ThumbnailError)] = []
          let own = state.line.filter { $0.asker == asker }
          if own.count >= Self.mostOfOne, let oldest = own.first {
            state.line.removeAll { $0.number == oldest.number }
            gone.append((oldest.continuation, Self.withdrawn))
          }
          guard state.line.count < Self.mostWaiting else {
            return gone + [(continuation, ThumbnailError(.failed, "too many look closely at the moment"))]
          }
          state.line.append(
            Waiting(number: number, work: work, asker: asker, source: source, continuation: continuation))
          return gone
        }
        for (continuation, why) in turnedAway { continuation.resume(returning: .failure(why)) }
      }
    } onCancel: {
      let gone = state.update { state -> CheckedContinuation<Answer, Never>? in
        guard let at = state.line.firstIndex(where: { $0.number == number }) else { return nil }
        return state.line.remove(at: at).continuation
      }
      gone?.resume(returning: .failure(Self.withdrawn))
    }
    return try answer.get().jpeg
  }

  /// Forgets what was made of a photo.
  public func forget(_ key: ThumbnailKey) {
    state.update { state in
      state.made.removeAll { $0.work.key == key }
      state.bytes = state.made.reduce(0) { $0 + $1.picture.jpeg.count }
    }
  }

  /// How many wait to be begun.
  public var waiting: Int { state.update { $0.line.count } }

  /// Ends the thread, once it has finished what it does, and with it its process. Waiters get `.withdrawn`.
  public func close() {
    let line = state.updateAndWakeAll { state -> [Waiting] in
      state.isClosed = true
      defer { state.line = [] }
      return state.line
    }
    for waiting in line { waiting.continuation.resume(returning: .failure(Self.withdrawn)) }
  }

  private static let withdrawn = ThumbnailError(.withdrawn, "nobody wants it any more")

  /// The one that was used last is the last to go.
  private static func made(_ work: Work, _ state: inout State) -> Thumbnail? {
    guard let at = state.made.firstIndex(where: { $0.work == work }) else { return nil }
    let found = state.made.remove(at: at)
    state.made.append(found)
    return found.picture
  }

  private static func work(_ state: Monitor<State>, _ maker: ThumbnailMaker) {
    while true {
      let next = state.wait { state -> Waiting?? in
        if state.isClosed { return .some(nil) }
        guard !state.line.isEmpty else { return nil }
        return .some(state.line.removeFirst())
      }
      guard let next else { return }
      // Another caller may have asked for the same.
      if let made = state.update({ Self.made(next.work, &$0) }) {
        next.continuation.resume(returning: .success(made))
        continue
      }
      let answer = Result { () throws(ThumbnailError) in try maker.picture(of: next.source, part: next.work.part) }
      if case .success(let picture) = answer { keep(picture, next.work, state) }
      next.continuation.resume(returning: answer)
    }
  }

  private static func keep(_ picture: Thumbnail, _ work: Work, _ state: Monitor<State>) {
    state.update { state in
      state.made.append((work, picture))
      state.bytes += picture.jpeg.count
      while state.bytes > mostBytes, !state.made.isEmpty { state.bytes -= state.made.removeFirst().picture.jpeg.count }
    }
  }
}
