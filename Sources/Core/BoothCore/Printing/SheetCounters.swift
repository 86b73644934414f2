/// What this process has learned of printers' counters of sheets: whether one rises at all, and which sheets it owes. A pure
/// value.
///
/// There are printers that say 0 all their life, and printers that call a job completed whose sheet is still to come. Where one
/// of these sheets was never counted, the next rise may be that sheet's, and says nothing of the one that was sent after it.
public struct SheetCounters: Sendable, Equatable {
  /// Of one printer.
  public struct Counter: Sendable, Equatable {
    /// It rises with each sheet; false: it was waited for in vain. Nil: not known.
    public var counts: Bool?
    /// Sheets that were called completed, and were not counted: they may still come.
    public var owed = 0
    /// What was in the printer before is out, or counted as owed: nothing of ours was left in it at this process's start, or it
    /// was seen to rise since.
    public var isSettled = true
    /// The name of our job up to which all sheets are out; nil: none is known.
    public var lastCounted: String?
    /// Seconds since the printer was started, when that was learned.
    var upTime: Int?
  }

  /// What a run saw of the counter, from before a sheet was sent until it was called completed and waited for.
  public enum Reading: Sendable, Equatable {
    /// It rose, and rises no more: whatever was to come has come, up to the job of this name.
    case rose(String)
    /// It stayed as it was.
    case stayed
  }

  private var counters: [String: Counter] = [:]
  /// Printers that may still have a sheet of ours, by ``PrintRecord/Attempt/printer``.
  private var unsettled: Set<String> = []
  /// The last job of ours that is known to be out, of each of them.
  private var lastOut: [String: SentJob] = [:]

  private struct SentJob: Sendable, Equatable {
    var name: String
    /// When, in seconds since 1970.
    var at: Double
  }

  /// Knows no printer.
  public init() {}

  /// At a start: a print that was called done without being counted, or whose end is not known, may still come out of the
  /// printer that it was sent to.
  public mutating func remember(_ prints: SessionPrints) {
    for print in prints.prints {
      guard let attempt = print.attempt else { continue }
      switch print.state {
      case .sending, .accepted, .probably, .ask: unsettled.insert(attempt.printer)
      case .out:
        let name = PrintID(session: prints.session, number: print.number).jobName(sending: print.sendings)
        guard lastOut[attempt.printer].map({ $0.at < attempt.at.unixSeconds }) ?? true else { continue }
        lastOut[attempt.printer] = SentJob(name: name, at: attempt.at.unixSeconds)
      case .queued, .cancelled: break
      }
    }
  }

  /// What is known of a printer.
  /// - Parameter address: by which a printer without a uuid is known, beside its model.
  public func counter(of status: PrinterStatus, at address: String) -> Counter {
    var counter = counters[Self.key(status, address)] ?? Counter()
    if unsettled.contains(status.uuid ?? address) { counter.isSettled = false }
    if counter.lastCounted == nil { counter.lastCounted = lastOut[status.uuid ?? address]?.name }
    // It was started anew since: what it had not printed is gone.
    if let before = counter.upTime, let now = status.upTime, now < before { counter.owed = 0 }
    return counter
  }

  /// Learns from a sheet that was called completed.
  public mutating func learn(_ reading: Reading, of status: PrinterStatus, at address: String) {
    var counter = counter(of: status, at: address)
    switch reading {
    case .rose(let job):
      (counter.counts, counter.owed, counter.isSettled, counter.lastCounted) = (true, 0, true, job)
      unsettled.remove(status.uuid ?? address)
    case .stayed:
      counter.counts = counter.counts ?? false
      counter.owed += 1
    }
    counter.upTime = status.upTime
    counters[Self.key(status, address)] = counter
  }

  private static func key(_ status: PrinterStatus, _ address: String) -> String {
    status.uuid ?? "\(address) \(status.model)"
  }
}
