import BoothCore

/// How far a script has come: a pure value, kept by the source over all generations of its drivers.
struct MockProgress {
  /// What a call or a frame is told: its number, and what goes wrong with it.
  struct Step {
    var number: Int
    var actions: [MockFault.Action]
  }

  private let script: MockScript
  private var opens = 0
  private var starts = 0
  private var stills = 0
  private var frames = 0
  private var unasked = 0
  private var stops = 0
  private var focuses = 0
  private var done: Set<Int> = []
  private var away = false
  private var backAt: Instant?
  private var garbled = false
  private var clearAt: Instant?

  init(script: MockScript) { self.script = script }

  mutating func countOpen() -> Step {
    opens += 1
    return step(opens, previous: opens - 1) { if case .open(let number) = $0 { number } else { nil } }
  }

  mutating func countStart() -> Step {
    starts += 1
    return step(starts, previous: starts - 1) { if case .start(let number) = $0 { number } else { nil } }
  }

  mutating func countStill() -> Step {
    stills += 1
    return step(stills, previous: stills - 1) { if case .still(let number) = $0 { number } else { nil } }
  }

  mutating func countStop() -> Step {
    stops += 1
    return Step(number: stops, actions: [])
  }

  mutating func countFocus() -> Step {
    focuses += 1
    return Step(number: focuses, actions: [])
  }

  /// Counts `count` captured frames, of which only the last can be delivered.
  mutating func countFrames(_ count: Int) -> Step {
    let previous = frames
    frames += count
    let rate = Double(script.framesPerSecond)
    return step(frames, previous: previous) { moment in
      switch moment {
      case .frame(let number): number
      case .seconds(let seconds): max(1, Int(seconds * rate + 0.5))
      case .open, .start, .still: nil
      }
    }
  }

  /// Numbers of photos that were not asked for: from 1,000,001, so that they are never taken for asked ones.
  mutating func countUnasked() -> Int {
    unasked += 1
    return 1_000_000 + unasked
  }

  mutating func lose(at now: Instant, backAfter: Duration?) {
    away = true
    backAt = backAfter.map { now + $0 }
  }

  mutating func garble(at now: Instant, for duration: Duration?) {
    garbled = true
    clearAt = duration.map { now + $0 }
  }

  /// Whether no frame can be decoded now.
  mutating func isGarbled(at now: Instant) -> Bool {
    if garbled, let clearAt, clearAt <= now { garbled = false }
    return garbled
  }

  mutating func bringBack() { away = false }

  /// Whether the camera is unplugged now.
  mutating func isAway(at now: Instant) -> Bool {
    if away, let backAt, backAt <= now { away = false }
    return away
  }

  /// The faults whose number lies in `previous+1...number`, each once, or every time a multiple of it does.
  private mutating func step(_ number: Int, previous: Int, counts: (MockFault.Moment) -> Int?) -> Step {
    var actions: [MockFault.Action] = []
    for (index, fault) in script.faults.enumerated() {
      guard let due = counts(fault.at) else { continue }
      if fault.repeats {
        if number / due > previous / due { actions.append(fault.action) }
      } else if number >= due, done.insert(index).inserted {
        actions.append(fault.action)
      }
    }
    return Step(number: number, actions: actions)
  }
}
