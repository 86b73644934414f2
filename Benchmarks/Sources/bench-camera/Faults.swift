import BoothCore
import BoothDevices
import BoothRuntime
import Glibc
import Measuring

/// A fault of the camera at a moment of a session.
struct Case: Sendable {
  var name: String
  var state: String
  var faults: [MockFault]
  var hangs = false
}

/// What guests saw of it, in seconds after the fault began.
struct Outcome: Sendable {
  var shown: Case
  /// Until the screen said what is so: a picture that moves, or words.
  var seen: Double?
  /// Until they were asked for another try, or told what is wrong.
  var words: (after: Double, text: String)?
  /// Until there was a live picture again, or the photo.
  var again: Double?

  var holds: Bool {
    guard let seen else { return false }
    return seen <= 1.05 && min(again ?? .infinity, words?.after ?? .infinity) <= 15
  }
}

/// Frames a second of the mock camera here.
private let rate = 15

private let cases: [Case] = {
  var cases: [Case] = []
  func add(_ state: String, _ at: MockFault.Moment, _ name: String, _ action: MockFault.Action, always: Bool = false) {
    let hangs = if case .hang = action { true } else { false }
    cases.append(Case(name: name, state: state, faults: [MockFault(at: at, action, repeats: always)], hangs: hangs))
  }
  let starting = "opening"
  add(starting, .open(1), "hangs once", .hang)
  add(starting, .open(1), "hangs always", .hang, always: true)
  add(starting, .open(1), "away for 3 s", .lose(backAfter: .seconds(3)))
  add(starting, .open(1), "away for good", .lose(backAfter: nil))
  add(starting, .open(1), "busy once", .fail(.busy))
  add(starting, .open(1), "fails always", .fail(.failed), always: true)
  add(starting, .open(1), "takes 8 s", .slow(.seconds(8)))
  let live = "get ready"
  add(live, .start(1), "hangs once", .hang)
  add(live, .start(1), "hangs always", .hang, always: true)
  add(live, .start(1), "fails once", .fail(.failed))
  add(live, .start(1), "no bandwidth, always", .fail(.noBandwidth), always: true)
  add(live, .start(1), "takes 8 s", .slow(.seconds(8)))
  for (state, frame) in [("recording", 20), ("countdown", 65)] {
    add(state, .frame(frame), "away for 3 s", .lose(backAfter: .seconds(3)))
    add(state, .frame(frame), "away for good", .lose(backAfter: nil))
    add(state, .frame(frame), "no picture for 3 s", .stall(.seconds(3)))
    add(state, .frame(frame), "no picture for good", .stall(.seconds(3600)))
    add(state, .frame(frame), "shutter pressed on the body", .unaskedPhoto)
  }
  let photo = "photo"
  add(photo, .still(1), "hangs once", .hang)
  add(photo, .still(1), "hangs always", .hang, always: true)
  add(photo, .still(1), "busy once", .fail(.busy))
  add(photo, .still(1), "fails once", .fail(.failed))
  add(photo, .still(1), "fails always", .fail(.failed), always: true)
  add(photo, .still(1), "takes 8 s", .slow(.seconds(8)))
  add(photo, .still(1), "no focus once", .failFocus)
  add(photo, .still(1), "no focus, always", .failFocus, always: true)
  add(photo, .still(1), "half a file", .truncate)
  add(photo, .still(1), "an empty file", .empty)
  add(photo, .still(1), "a thumbnail", .wrongSize)
  add(photo, .still(1), "half a file, always", .truncate, always: true)
  add(photo, .still(1), "black", .dark)
  add(photo, .still(1), "blurred", .blurred)
  add(photo, .still(1), "away for 3 s", .lose(backAfter: .seconds(3)))
  add(photo, .still(1), "away for good", .lose(backAfter: nil))
  return cases
}()

/// Lives through every fault and prints the table. Returns whether guests always saw something sensible within a second
/// and the booth was usable, or said what is wrong, within fifteen; and whether nothing was left behind.
func measureFaults(in folder: String, only: String?) async throws -> Bool {
  var holds = true
  print("seconds after the fault: until the screen is true again; words; live picture, or the photo")
  print(row("fault", "in", "seen", "words", "again", ""))
  // Those that block a thread for ever come last, so that what the others leave can be counted.
  for hanging in [false, true] {
    let before = (files(), threads())
    let chosen = cases.filter { $0.hangs == hanging && (only.map($0.state.contains) ?? true) }
    for start in stride(from: 0, to: chosen.count, by: 4) {
      let batch = Array(chosen[start..<min(start + 4, chosen.count)].enumerated())
      let outcomes = try await withThrowingTaskGroup(of: (Int, Outcome).self) { group in
        for (index, shown) in batch {
          group.addTask { (index, try await live(through: shown, folder: "\(folder)/\(hanging)-\(start + index)")) }
        }
        return try await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
      }
      for (index, _) in batch { if let outcome = outcomes[index] { show(outcome, &holds) } }
    }
    if hanging {
      print(
        "left by \(chosen.count) cases of hanging calls: \(files() - before.0) descriptors, "
          + "\(threads() - before.1) threads (a thread in a call that never returns cannot be ended; two, and the booth "
          + "is started anew)")
    } else {
      // Threads of the pool come and go; a driver's thread would stay.
      usleep(300_000)
      let left = (files() - before.0, cameraThreads())
      print("left by \(chosen.count) cases: \(left.0) descriptors, \(left.1) camera threads, \(children()) processes")
      if left.0 > 2 || left.1 > 0 || children() > 0 { holds = false }
    }
  }
  print("limits: seen 1 s, usable or told 15 s; \(holds ? "held" : "NOT HELD")")
  return holds
}

private func show(_ outcome: Outcome, _ holds: inout Bool) {
  if !outcome.holds { holds = false }
  func text(_ seconds: Double?) -> String { seconds.map { "\(($0 * 10).rounded() / 10)" } ?? "–" }
  print(
    row(
      outcome.shown.name, outcome.shown.state, text(outcome.seen),
      outcome.words.map { "\(text($0.after)) \($0.text)" } ?? "–", text(outcome.again),
      outcome.holds ? "" : "  MISSED"))
  fflush(nil)
}

/// One session with one fault.
private func live(through shown: Case, folder: String) async throws -> Outcome {
  var script = MockScript(
    size: PixelSize(width: 320, height: 240), framesPerSecond: rate, stillSize: PixelSize(width: 640, height: 480))
  script.faults = shown.faults
  let plan = CapturePlan.fotoX(count: 1, clip: .seconds(3), countdown: .seconds(3), review: .milliseconds(500))
  var timings = Timings()
  timings.clip = .seconds(3)
  let rig = try await Rig(script, plan: plan, timings: timings, folder: folder)
  // Guests are eager: they press as soon as they are invited, and again whenever they are asked to.
  await rig.screen.waits(.seconds(5)) { $0.content == .attract }
  rig.booth.post(.pressed(.start))
  await rig.camera.faults(1)
  let began = rig.clock.now
  let guests = Task {
    while !Task.isCancelled {
      await rig.screen.waits(.seconds(60)) { if case .tryAgain = $0.content { true } else { false } }
      if Task.isCancelled { return }
      do { try await rig.clock.sleep(until: rig.clock.now + .seconds(1)) } catch { return }
      rig.booth.post(.pressed(.start))
      await rig.screen.waits(.seconds(5)) { if case .tryAgain = $0.content { false } else { true } }
    }
  }
  let end = began + .seconds(30)
  while rig.clock.now < end {
    await rig.screen.waits(end - rig.clock.now) { if case .qr = $0.content { true } else { false } }
    break
  }
  guests.cancel()
  rig.screen.endWaiting()
  // It holds the booth, and with it the drivers.
  await guests.value
  let outcome = Outcome(
    shown: shown, seen: seen(rig.screen, began), words: words(rig.screen, began), again: again(rig.screen, began, shown)
  )
  try await rig.end()
  return outcome
}

/// When the screen was true again. A live picture that stands still is taken away after
/// `SceneRenderer.longestStill`, and the smile after a second: the tests of the terminal's screen hold it to that.
private func seen(_ screen: WatchingScreen, _ began: Instant) -> Double? {
  let current = screen.shown.last { $0.at <= began } ?? screen.shown.first
  guard let current else { return nil }
  var moments = screen.shown.filter { $0.at > began && !$0.scene.showsLiveView }.map(\.at)
  if case .shutter(let since) = current.scene.content {
    moments.append((since ?? current.at) + SceneRenderer.longestStill)
  } else if current.scene.showsLiveView {
    let last = screen.frames.last { $0 <= began }
    moments.append(last.map { $0 + SceneRenderer.longestStill } ?? began)
    moments += screen.frames.filter { $0 > began }.prefix(1)
  } else {
    return 0
  }
  return moments.min().map { max(0, ($0 - began).inSeconds) }
}

private func words(_ screen: WatchingScreen, _ began: Instant) -> (after: Double, text: String)? {
  for shown in screen.shown where shown.at >= began {
    switch shown.scene.content {
    case .tryAgain: return ((shown.at - began).inSeconds, "try again")
    case .outOfOrder: return ((shown.at - began).inSeconds, "remedy")
    default: break
    }
  }
  return nil
}

private func again(_ screen: WatchingScreen, _ began: Instant, _ shown: Case) -> Double? {
  let review = screen.shown.first { shown in
    guard shown.at > began, case .review = shown.scene.content else { return false }
    return true
  }
  // Before the photo a picture that moves is enough.
  let frame = shown.state == "photo" ? nil : screen.frames.first { $0 > began }
  return [review?.at, frame].compactMap { $0 }.min().map { ($0 - began).inSeconds }
}

// MARK: What is left

private func entries(_ path: String) -> [String] {
  guard let folder = opendir(path) else { return [] }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

/// Less the one of the look itself.
private func files() -> Int { entries("/proc/self/fd").count - 1 }
private func threads() -> Int { entries("/proc/self/task").count }

private func cameraThreads() -> Int {
  entries("/proc/self/task").count { text("/proc/self/task/\($0)/comm").hasPrefix("mock-camera") }
}

private func children() -> Int {
  entries("/proc/self/task").reduce(0) { $0 + text("/proc/self/task/\($1)/children").split(separator: " ").count }
}

private func text(_ path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 4096)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
