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
    /// Seconds since the printer was started, when that was learned.
    var upTime: Int?
  }

  /// What a run saw of the counter, from before a sheet was sent until it was called completed and waited for.
  public enum Reading: Sendable, Equatable {
    /// It rose: whatever was to come has come.
    case rose
    /// It stayed as it was.
    case stayed
  }

  private var counters: [String: Counter] = [:]

  /// Knows no printer.
  public init() {}

  /// What is known of a printer.
  /// - Parameter address: by which a printer without a uuid is known, beside its model.
  public func counter(of status: PrinterStatus, at address: String) -> Counter {
    var counter = counters[Self.key(status, address)] ?? Counter()
    // It was started anew since: what it had not printed is gone.
    if let before = counter.upTime, let now = status.upTime, now < before { counter.owed = 0 }
    return counter
  }

  /// Learns from a sheet that was called completed.
  public mutating func learn(_ reading: Reading, of status: PrinterStatus, at address: String) {
    var counter = counter(of: status, at: address)
    switch reading {
    case .rose: (counter.counts, counter.owed) = (true, 0)
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
