import BoothCore

/// Adds up what a placed journal tells of a stretch of time.
struct NightMeasure {
  /// A stretch that goes on from line to line.
  private struct Span<Key: Equatable> {
    var key: Key
    var began: Double
    var seconds = 0.0
    var isWhole: Bool
    /// It begins with the line at which it was first seen, or before.
    var beganHere: Bool
  }

  private struct Sum {
    var times = 0
    var seconds = 0.0
    var isAtLeast = false
  }

  private let question: NightQuestion
  private let window: ClosedRange<Double>
  private var sums: [NightFault.Kind: Sum] = [:]
  private var measured: [NightStep: [Double]] = [:]
  private var ends = 0
  private(set) var photos = NightAccount.Photos()
  private(set) var walkAways: [WalkAwayPlace: Int] = [:]
  private(set) var takenBack = 0

  init(_ placement: NightPlacement, _ question: NightQuestion, _ window: ClosedRange<Double>) {
    (self.question, self.window) = (question, window)
    for (index, run) in placement.runs.enumerated() {
      let isLast = index == placement.runs.count - 1
      let goesOn = isLast && question.isRunning && !run.run.endsInGap
      measure(run, until: goesOn ? max(question.now, run.ended) : nil)
      for entry in run.run.entries where window.contains(run.time(entry)) && counts(entry) { count(entry.facts) }
      if !isLast, placement.runs[index + 1].run.isWhole { countEnd(of: run, before: placement.runs[index + 1]) }
    }
  }

  private func counts(_ entry: NightJournal.Entry) -> Bool { question.event == nil || question.event == entry.event }

  private mutating func count(_ facts: [NightJournal.Fact]) {
    for fact in facts {
      switch fact {
      case .photo: photos.taken += 1
      case .doubted: photos.doubted += 1
      case .reshot: photos.reshot += 1
      case .retaken: photos.retaken += 1
      case .walkedAway(let place): walkAways[place, default: 0] += 1
      case .cancelled, .erased: takenBack += 1
      case .opened, .finished, .printsOrdered: break
      }
    }
  }

  /// A run that is followed by a start ended; if nothing asked it to, that is a fault, which lasted for an unknown time.
  private mutating func countEnd(of run: NightPlacement.Placed, before next: NightPlacement.Placed) {
    guard let last = run.run.entries.last, last.condition != .stopped, !run.run.endsInGap, counts(last),
      window.contains(next.began)
    else { return }
    ends += 1
  }

  /// - Parameter end: until when the last line holds; nil where that is not known.
  private mutating func measure(_ run: NightPlacement.Placed, until end: Double?) {
    var stop: Span<NightFault.Kind>?
    var print: Span<NightFault.Kind>?
    var step: Span<NightStep>?
    let entries = run.run.entries
    for (index, entry) in entries.enumerated() {
      let isCounted = counts(entry)
      let began = run.time(entry)
      var (fault, waits): (NightFault.Kind?, NightStep?) = (nil, nil)
      switch entry.condition {
      case .fault(let kind), .failed(let kind): fault = kind
      case .step(let kind): waits = kind
      case .stopped, .other: break
      }
      if !entry.follows {
        // What was under way is lost sight of; where it is there again, it was not over.
        stop?.isWhole = false
        print?.isWhole = false
        step = nil
      }
      turn(&stop, to: isCounted ? fault : nil, at: began)
      turn(&print, to: isCounted ? entry.printer : nil, at: began)
      turn(&step, to: isCounted ? waits : nil, at: began, isSeen: entry.follows)
      let next: Double? =
        if index + 1 < entries.count { entries[index + 1].follows ? run.time(entries[index + 1]) : nil } else { end }
      guard let next else { continue }
      let seconds = max(0, min(next, window.upperBound) - max(began, window.lowerBound))
      stop?.seconds += seconds
      print?.seconds += seconds
      step?.seconds += max(0, next - began)
    }
    // Goes on at this moment: it has not ended, and is known to last.
    if end != nil {
      add(stop)
      add(print)
    } else {
      lose(&stop)
      lose(&print)
    }
  }

  private mutating func turn(_ span: inout Span<NightFault.Kind>?, to kind: NightFault.Kind?, at time: Double) {
    guard span?.key != kind else { return }
    add(span)
    span = kind.map { Span(key: $0, began: time, isWhole: true, beganHere: true) }
  }

  private mutating func turn(_ span: inout Span<NightStep>?, to step: NightStep?, at time: Double, isSeen: Bool) {
    guard span?.key != step else { return }
    if let span, span.beganHere, window.contains(span.began) { measured[span.key, default: []].append(span.seconds) }
    span = step.map { Span(key: $0, began: time, isWhole: true, beganHere: isSeen) }
  }

  private mutating func lose(_ span: inout Span<NightFault.Kind>?) {
    span?.isWhole = false
    add(span)
    span = nil
  }

  private mutating func add(_ span: Span<NightFault.Kind>?) {
    guard let span, span.seconds > 0 || window.contains(span.began) else { return }
    sums[span.key, default: Sum()].times += 1
    sums[span.key, default: Sum()].seconds += span.seconds
    if !span.isWhole { sums[span.key, default: Sum()].isAtLeast = true }
  }

  /// The longest first.
  var faults: [NightFault] {
    var faults = sums.map { kind, sum in
      NightFault(kind: kind, times: sum.times, lostSeconds: sum.seconds, isAtLeast: sum.isAtLeast)
    }
    if ends > 0 { faults.append(NightFault(kind: .ended, times: ends, lostSeconds: nil, isAtLeast: true)) }
    return faults.sorted { a, b in
      let (first, second) = (a.lostSeconds ?? .infinity, b.lostSeconds ?? .infinity)
      return first == second ? a.kind < b.kind : first > second
    }
  }

  /// The slowest first.
  var steps: [NightAccount.Step] {
    NightStep.allCases.compactMap { step in
      guard let all = measured[step]?.sorted(), let worst = all.last else { return nil }
      let middle = all.count / 2
      let median = all.count % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2
      return NightAccount.Step(step: step, times: all.count, medianSeconds: median, worstSeconds: worst)
    }
    .sorted { $0.medianSeconds > $1.medianSeconds }
  }
}
