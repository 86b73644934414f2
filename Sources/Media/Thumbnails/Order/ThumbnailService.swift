public import BoothCore
import BoothSystem
import Glibc
public import ImageMetadata

/// Pictures of photos, from the store or made and kept: what pages and commands ask. One for a program.
///
/// Each photo is read once however many ask, the most urgent first, on threads of its own, so that nothing that is asynchronous
/// waits for a disk or a picture. A photo that cannot be shown is remembered for as long as the program runs, and not tried
/// again at each look.
public final class ThumbnailService: Sendable {
  /// Where the pictures are kept.
  public let store: ThumbnailStore

  private struct Wanted: Sendable {
    var source: ThumbnailSource
    var facts: PhotoFacts?
    var isKept: Bool
  }

  private typealias Answer = Result<Thumbnail, ThumbnailError>

  private struct State {
    var order = ThumbnailOrder()
    var wanted: [ThumbnailOrder.Work: Wanted] = [:]
    var waiting: [ThumbnailOrder.Ticket: CheckedContinuation<Answer, Never>] = [:]
    /// Answers of those who do not wait yet.
    var early: [ThumbnailOrder.Ticket: Answer] = [:]
    var refused: [ThumbnailKey: ThumbnailError] = [:]
    var isClosed = false
  }

  private let state = Monitor(State())
  private static let mostRefused = 50_000

  /// Opens the store, and starts the threads.
  /// - Parameters:
  ///   - folder: where the store lies; made where it is not there.
  ///   - quotaBytes: what it may take of the disk.
  ///   - program: the process for what is not read here; nil refuses such pictures.
  ///   - threads: how many pictures are made at once.
  ///   - left: how many bytes may still be written to the disk; see ``ThumbnailStore``.
  /// - Throws: `.failed` where the folder cannot be used, or threads cannot be started.
  public init(
    folder: String, quotaBytes: Int, program: ThumbnailProgram?, limits: ThumbnailLimits = ThumbnailLimits(),
    threads: Int = 2, left: @escaping @Sendable () -> Int64? = { nil }
  ) throws(ThumbnailError) {
    store = try ThumbnailStore(folder: folder, quotaBytes: quotaBytes, left: left)
    let (state, store) = (state, store)
    for _ in 0..<max(1, threads) {
      let refusal = OwnThread.start("pictures", niceness: 5, leavesSignals: true) {
        Self.work(state, store, ThumbnailMaker(program: program, limits: limits))
      }
      guard refusal == 0 else {
        close()
        throw ThumbnailError(.failed, OwnThread.refusal(refusal))
      }
    }
  }

  deinit { close() }

  /// The picture, if it is kept. Reads a few kilobytes from the disk.
  public func stored(_ key: ThumbnailKey, _ size: ThumbnailSize) -> Thumbnail? { store.thumbnail(key, size) }

  /// The colours of a photo of which any picture is kept. Reads some bytes from the disk.
  public func placeholder(of key: ThumbnailKey) -> PhotoPlaceholder? { store.placeholder(key) }

  /// Why there is no picture of a photo, where that was found out since the program began.
  public func refusal(of key: ThumbnailKey) -> ThumbnailError? { state.update { $0.refused[key] } }

  /// Forgets that there was no picture of a photo: its file is another one now, or a library was installed.
  public func tryAgain(_ key: ThumbnailKey) { state.update { _ = $0.refused.removeValue(forKey: key) } }

  /// Forgets it of all photos.
  public func tryAllAgain() { state.update { $0.refused = [:] } }

  /// The picture of a photo, from the store or made and kept.
  ///
  /// A task that is cancelled gets `.withdrawn`, and its picture is not begun unless others want it.
  /// - Parameters:
  ///   - source: where the photo is, should it have to be read.
  ///   - facts: what it says, where that is known already.
  ///   - isKept: whether the store may have it; otherwise nothing of the photo is written to a disk.
  /// - Throws: a ``ThumbnailError`` that says why there is none.
  public func thumbnail(
    of source: ThumbnailSource, key: ThumbnailKey, size: ThumbnailSize, facts: PhotoFacts? = nil,
    urgency: PictureUrgency = .visible, isKept: Bool = true
  ) async throws(ThumbnailError) -> Thumbnail {
    if isKept, let stored = store.thumbnail(key, size) { return stored }
    let work = ThumbnailOrder.Work(key: key, size: size)
    let ticket = state.updateAndWakeAll { state -> ThumbnailOrder.Ticket? in
      guard state.refused[key] == nil, !state.isClosed else { return nil }
      state.wanted[work] = Wanted(source: source, facts: facts, isKept: isKept)
      return state.order.want(work, urgency)
    }
    guard let ticket else { throw refusal(of: key) ?? Self.withdrawn }
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let early = state.update { state -> Answer? in
          if let answer = state.early.removeValue(forKey: ticket) { return answer }
          state.waiting[ticket] = continuation
          return nil
        }
        if let early { continuation.resume(returning: early) }
      }
    } onCancel: {
      withdraw(ticket)
    }
    return try answer.get()
  }

  /// The JPEG of ``thumbnail(of:key:size:facts:urgency:)``.
  public func picture(
    of source: ThumbnailSource, key: ThumbnailKey, size: ThumbnailSize, facts: PhotoFacts? = nil,
    urgency: PictureUrgency = .visible
  ) async throws(ThumbnailError) -> [UInt8] {
    try await thumbnail(of: source, key: key, size: size, facts: facts, urgency: urgency).jpeg
  }

  /// A person has scrolled: what waits is ordered by where it is now, and what is none of these is not made, but for
  /// what is wanted some time. Those who waited for it get `.withdrawn`.
  public func look(visible: Set<ThumbnailKey>, near: Set<ThumbnailKey> = [], prefetch: Set<ThumbnailKey> = []) {
    let gone = state.updateAndWakeAll { state -> [CheckedContinuation<Answer, Never>] in
      let tickets = state.order.look(visible: visible, near: near, prefetch: prefetch)
      for work in state.order.takeDropped() { state.wanted[work] = nil }
      return tickets.compactMap { Self.answer($0, .failure(Self.withdrawn), &state) }
    }
    for continuation in gone { continuation.resume(returning: .failure(Self.withdrawn)) }
  }

  /// How many pictures wait to be begun.
  public var waiting: Int { state.update { $0.order.waiting } }

  /// How many pictures are being made.
  public var running: Int { state.update { $0.order.running } }

  /// Ends the threads, once each has finished what it does, and with them their processes. Waiters get `.withdrawn`.
  public func close() {
    let waiting = state.updateAndWakeAll { state -> [CheckedContinuation<Answer, Never>] in
      state.isClosed = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(returning: .failure(Self.withdrawn)) }
    store.flush()
  }

  private static let withdrawn = ThumbnailError(.withdrawn, "nobody wants it any more")

  private func withdraw(_ ticket: ThumbnailOrder.Ticket) {
    let continuation = state.update { state -> CheckedContinuation<Answer, Never>? in
      guard state.order.withdraw(ticket) else { return nil }
      for work in state.order.takeDropped() { state.wanted[work] = nil }
      return Self.answer(ticket, .failure(Self.withdrawn), &state)
    }
    continuation?.resume(returning: .failure(Self.withdrawn))
  }

  /// Who waits with a ticket; where they do not wait yet the answer lies ready for when they do.
  private static func answer(_ ticket: ThumbnailOrder.Ticket, _ answer: Answer, _ state: inout State)
    -> CheckedContinuation<Answer, Never>?
  {
    if let continuation = state.waiting.removeValue(forKey: ticket) { return continuation }
    state.early[ticket] = answer
    return nil
  }

  /// One thread's work, until the queue is closed.
  private static func work(_ state: Monitor<State>, _ store: ThumbnailStore, _ maker: ThumbnailMaker) {
    while true {
      let next = state.wait { state -> (ThumbnailOrder.Work, Wanted)?? in
        if state.isClosed { return .some(nil) }
        guard let work = state.order.next() else { return nil }
        guard let wanted = state.wanted[work] else { return nil }
        return (work, wanted)
      }
      guard let (work, wanted) = next else { return }
      let answer = make(work, wanted, store, maker)
      let waiting = state.update { state -> [CheckedContinuation<Answer, Never>] in
        state.wanted[work] = nil
        if case .failure(let error) = answer, error.code != .failed, error.code != .unreadable {
          if state.refused.count >= mostRefused { state.refused.removeAll() }
          state.refused[work.key] = error
        }
        return state.order.finished(work).compactMap { Self.answer($0, answer, &state) }
      }
      for continuation in waiting { continuation.resume(returning: answer) }
    }
  }

  private static func make(
    _ work: ThumbnailOrder.Work, _ wanted: Wanted, _ store: ThumbnailStore, _ maker: ThumbnailMaker
  ) -> Answer {
    // Another one may have been made of it while this one waited.
    if wanted.isKept, let stored = store.thumbnail(work.key, work.size) { return .success(stored) }
    return Result { () throws(ThumbnailError) in
      let made = try maker.thumbnail(of: wanted.source, facts: wanted.facts, size: work.size)
      // Where it cannot be kept it is shown all the same; the store says what is wrong with its disk.
      if wanted.isKept { _ = store.keep(made, work.key, work.size) }
      return made
    }
  }
}
