import BoothCore

/// When the runs of a journal were, by a wall clock that may have been wrong.
///
/// Within a run the monotonic clock measures; the wall clock only says when the run was. It is read from the run's last
/// line by a clock that was known to be right, else from its last line with a time: a clock is wrong before it is set,
/// not after.
struct NightPlacement {
  /// A run in Unix seconds.
  struct Placed {
    var run: NightJournal.Run
    /// Unix seconds less the monotonic clock's.
    var offset: Double
    /// Whether the clock was known to be right.
    var isSure: Bool
    /// Its clock's time cannot be: it stands where it fits.
    var isMoved = false

    func time(_ entry: NightJournal.Entry) -> Double { Self.seconds(entry.at) + offset }
    static func seconds(_ instant: Instant) -> Double { Double(instant.nanoseconds) / 1e9 }
    var began: Double { run.entries.first.map(time) ?? 0 }
    var ended: Double { run.entries.last.map(time) ?? 0 }
  }

  private(set) var runs: [Placed] = []

  /// 2020-01-01: a clock that says less was never set.
  static let earliest = 1_577_836_800.0
  /// Clocks of one machine differ by less from start to start, as the wall clock's times are whole seconds and are set now and
  /// then.
  private static let tolerance = 120.0

  /// - Parameter now: the present, in Unix seconds; nothing was later.
  init(_ journal: NightJournal, now: Double) {
    for run in journal.runs where !run.entries.isEmpty {
      let known = run.entries.last { $0.trusted == true && $0.time != nil } ?? run.entries.last { $0.time != nil }
      var placed = Placed(
        run: run, offset: known.map { ($0.time ?? 0) - Placed.seconds($0.at) } ?? 0,
        isSure: known.map { $0.trusted ?? true } ?? false)
      if placed.began < Self.earliest || placed.ended > now + Self.tolerance { placed.isSure = false }
      runs.append(placed)
    }
    placeTheUnsure(now: now)
  }

  /// A run by a clock that is not believed keeps its time where it fits between those around it. Where it does not, it begins
  /// as the one before it ended, or ends as the one behind it began.
  private mutating func placeTheUnsure(now: Double) {
    for index in runs.indices where !runs[index].isSure {
      let earliest = index > 0 ? runs[index - 1].ended : nil
      let latest = runs[(index + 1)...].first { $0.isSure }?.began ?? now
      let fits =
        runs[index].began >= max((earliest ?? Self.earliest) - Self.tolerance, Self.earliest)
        && runs[index].ended <= latest + Self.tolerance
      guard !fits else { continue }
      runs[index].isMoved = true
      if let earliest {
        runs[index].offset += earliest - runs[index].began
      } else {
        runs[index].offset += latest - runs[index].ended
      }
    }
  }
}
