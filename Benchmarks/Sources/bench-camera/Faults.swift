import Cameras
import BoothCore
import BoothRuntime
import Screens
import Glibc
import Measuring

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

/// Lives through every fault and prints the table. Returns whether guests always saw something sensible within a second
/// and the booth was usable, or said what is wrong, within fifteen; and whether nothing was left behind.
func measureFaults(in folder: String, only: String?) async throws -> Bool {
  var holds = true
  print("seconds after the fault: until the screen is true again; words; live picture, or the photo")
  print(row("fault", "camera", "in", "seen", "words", "again", ""))
  // Those that block a thread for ever come last, so that what the others leave can be counted.
  for hanging in [false, true] {
    let before = (files(), threads(), FramePools.alive)
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
      // What is left behind stays; on a busy machine a camera's process takes its time to end.
      var left = (0, 0, 0)
      for _ in 0..<50 {
        usleep(100_000)
        left = (files() - before.0, cameraThreads(), FramePools.alive - before.2)
        if left.0 <= 2, left.1 == 0, left.2 == 0, children() == 0 { break }
      }
      print(
        "left by \(chosen.count) cases: \(left.0) descriptors, \(left.1) camera threads, \(left.2) pools of frames, "
          + "\(children()) processes")
      if left.0 > 2 || left.1 > 0 || left.2 > 0 || children() > 0 { holds = false }
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
      outcome.shown.name, outcome.shown.camera, outcome.shown.state, text(outcome.seen),
      outcome.words.map { "\(text($0.after)) \($0.text)" } ?? "–", text(outcome.again),
      outcome.holds ? "" : "  MISSED"))
  fflush(nil)
}

/// One session with one fault.
private func live(through shown: Case, folder: String) async throws -> Outcome {
  let plan = CapturePlan.fotoX(count: 1, clip: .seconds(3), countdown: .seconds(3), review: .milliseconds(500))
  var timings = Timings()
  timings.clip = .seconds(3)
  let subject = try Subject(shown.fault)
  let started = SystemClock().now
  let rig = try await Rig(subject.source, plan: plan, timings: timings, folder: folder)
  // Guests are eager: they press as soon as they are invited, and again whenever they are asked to.
  await rig.screen.waits(.seconds(5)) { $0.content == .attract }
  rig.booth.post(.pressed(.start))
  let guests = Task {
    while !Task.isCancelled {
      await rig.screen.waits(.seconds(60)) { if case .tryAgain = $0.content { true } else { false } }
      if Task.isCancelled { return }
      do { try await rig.clock.sleep(until: rig.clock.now + .seconds(1)) } catch { return }
      rig.booth.post(.pressed(.start))
      await rig.screen.waits(.seconds(5)) { if case .tryAgain = $0.content { false } else { true } }
    }
  }
  let began = await subject.begins(rig, started: started)
  let end = began + .seconds(30)
  await rig.screen.waits(end - rig.clock.now) { if case .qr = $0.content { true } else { false } }
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
