import BoothCore
import BoothSystem
import Glibc
public import ImageRegistration
import Synchronization

/// Finds features in a process of its own, which is started with the first question and may die at any moment: a crash there,
/// or memory that runs out, costs one answer and no photo.
///
/// Calls wait for the answer, at most as long as they are told to; those of several threads are answered one after the other.
/// Features are values: those of the old picture stay with the caller, and outlive the process.
public final class FeatureProcessMatcher: FeatureMatcher {
  private let queue: FeatureQueue
  private let start: @Sendable (FeatureQueue) -> Int32
  private let isStarted = Mutex(false)

  /// - Parameters:
  ///   - program: what to start.
  ///   - timeout: how long a question may take, the start of the process included; then it is killed.
  public convenience init(_ program: FeatureProgram, timeout: Duration = .seconds(10)) {
    self.init(program, timeout: timeout) { DeviceClock.now() }
  }

  /// - Parameter now: the moment by which restarts are counted.
  init(_ program: FeatureProgram, timeout: Duration, now: @escaping @Sendable () -> Instant) {
    queue = FeatureQueue()
    // A thread of its own, as the process ends with the thread that started it.
    start = { queue in
      OwnThread.start("features", leavesSignals: true) {
        var clerk = FeatureClerk(program: program, timeout: timeout, now: now)
        queue.serve { clerk.answer($0) }
      }
    }
  }

  deinit { queue.close() }

  /// The points of a picture, as the port says; at most 4096.
  public func features(
    of picture: GreyPicture, mask: GreyPicture?, limit: Int
  ) throws(FeatureError) -> FeatureSet {
    let sides = 1...FeatureWire.sideLimit
    guard sides.contains(picture.width), sides.contains(picture.height),
      mask.map({ $0.width == picture.width && $0.height == picture.height }) ?? true
    else {
      throw FeatureError(
        "a picture of \(picture.width)×\(picture.height) cannot be searched for points: expected at most "
          + "\(FeatureWire.sideLimit) pixels a side, and a mask of the same size")
    }
    let limit = min(max(0, limit), FeatureWire.pointLimit)
    guard case .found(let features) = try ask(.find(picture, mask: mask, limit: limit)) else { throw Self.other }
    guard features.width == picture.width, features.height == picture.height, features.points.count <= limit else {
      throw Self.other
    }
    return features
  }

  /// Which points belong together, as the port says; of sets of at most 4096.
  public func matches(
    _ old: FeatureSet, _ new: FeatureSet, least: Float
  ) throws(FeatureError) -> [FeatureMatch] {
    guard max(old.points.count, new.points.count) <= FeatureWire.pointLimit else {
      throw FeatureError("too many points to pair: expected at most \(FeatureWire.pointLimit) of a picture")
    }
    guard case .paired(let pairs) = try ask(.pair(old, new, least: least)) else { throw Self.other }
    guard pairs.allSatisfy({ $0.old < old.points.count && $0.new < new.points.count }) else { throw Self.other }
    return pairs.map {
      FeatureMatch(
        old: SIMD2<Double>(old.points[$0.old]), new: SIMD2<Double>(new.points[$0.new]),
        probability: Double($0.probability))
    }
  }

  /// Ends the process until the next request: for when aiming has ended. Returns at once.
  public func rest() { queue.rest() }

  private func ask(_ question: FeatureWire.Question) throws(FeatureError) -> FeatureWire.Answer {
    let refusal = isStarted.withLock { isStarted in
      if isStarted { return Int32(0) }
      let code = start(queue)
      isStarted = code == 0
      return code
    }
    guard refusal == 0 else { throw FeatureError("no features are found: \(OwnThread.refusal(refusal))") }
    let answer = try queue.ask(question).get()
    if case .failed(let words) = answer { throw FeatureError(words) }
    return answer
  }

  private static let other = FeatureError(
    "the process that finds features answered something else than it was asked; if that stays so, restart the booth")
}

/// Where questions wait for the thread that holds the process.
final class FeatureQueue: Sendable {
  enum Call: Sendable {
    case question(FeatureWire.Question)
    case rest
  }
  typealias Answered = Result<FeatureWire.Answer, FeatureError>

  private struct State {
    var calls: [(number: Int, call: Call)] = []
    var answers: [Int: Answered] = [:]
    var next = 0
    var isClosed = false
  }

  private let state = Monitor(State())

  func ask(_ question: FeatureWire.Question) -> Answered {
    let number = add(.question(question))
    return state.wait { $0.answers.removeValue(forKey: number) }
  }

  func rest() { _ = add(.rest) }
  func close() { state.updateAndWakeAll { $0.isClosed = true } }

  private func add(_ call: Call) -> Int {
    state.updateAndWakeAll { state in
      state.next += 1
      state.calls.append((state.next, call))
      return state.next
    }
  }

  /// Has every call answered until the queue is closed. On the thread that holds the process.
  func serve(_ answer: (Call) -> Answered?) {
    while true {
      let next = state.wait { state -> (number: Int, call: Call)?? in
        if state.isClosed { return .some(nil) }
        return state.calls.isEmpty ? nil : .some(state.calls.removeFirst())
      }
      guard let next else { return }
      let answered = answer(next.call)
      if let answered { state.updateAndWakeAll { $0.answers[next.number] = answered } }
    }
  }
}

/// Holds the process, asks it, and decides when it is started again. For one thread.
struct FeatureClerk {
  let program: FeatureProgram
  let timeout: Duration
  let now: @Sendable () -> Instant
  private var child: FeatureChild?
  private var restarts = FeatureRestarts()

  init(program: FeatureProgram, timeout: Duration, now: @escaping @Sendable () -> Instant) {
    self.program = program
    self.timeout = timeout
    self.now = now
  }

  mutating func answer(_ call: FeatureQueue.Call) -> FeatureQueue.Answered? {
    switch call {
    case .rest:
      child = nil
      return nil
    case .question(let question):
      return Result { () throws(FeatureError) in try ask(question) }
    }
  }

  private mutating func ask(_ question: FeatureWire.Question) throws(FeatureError) -> FeatureWire.Answer {
    let child = try openChild()
    let deadline = DeviceClock.now() + timeout
    do throws(FeatureWireFault) {
      try child.stream.write(FeatureWire.message(question), until: deadline)
      let (kind, body) = try child.stream.read(until: deadline)
      return try FeatureWire.answer(kind, body)
    } catch {
      let end = child.end()
      self.child = nil
      throw death(error, end)
    }
  }

  private mutating func openChild() throws(FeatureError) -> FeatureChild {
    if let child { return child }
    if let wait = restarts.wait(at: now()) {
      throw FeatureError(
        "the process that finds features has died too often, and stays off for \(wait.components.seconds + 1) s; registration "
          + "goes on without it")
    }
    do throws(FeatureError) {
      let child = try FeatureChild(program)
      self.child = child
      return child
    } catch {
      restarts.died(at: now())
      throw error
    }
  }

  private mutating func death(_ fault: FeatureWireFault, _ end: String) -> FeatureError {
    restarts.died(at: now())
    let what =
      switch fault {
      case FeatureStream.gone: "died in the middle of a question: \(end)"
      case FeatureStream.late: "took longer than \(timeout), and was ended"
      default: "said something senseless (\(fault.description)), and was ended"
      }
    let next =
      switch restarts.wait(at: now()) {
      case nil: "it is started again with the next question"
      case let wait?: "it stays off for \(wait.components.seconds) s"
      }
    return FeatureError("the process that finds features \(what); \(next)")
  }
}
