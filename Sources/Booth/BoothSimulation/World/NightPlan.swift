import BoothCore

/// All that a night is made of, drawn from its seed before it begins; taking things out makes a smaller night.
public struct NightPlan: Sendable, Equatable, Codable {
  /// One thing that goes wrong, and when.
  public struct Fault: Sendable, Equatable, Codable {
    /// What goes wrong.
    public var kind: FaultKind
    /// Nanoseconds after the night's beginning.
    public var at: Int64
    /// How long it lasts, for those that last, in nanoseconds.
    public var lasts: Int64
    /// Whatever else the fault draws.
    public var salt: UInt64
  }

  /// The night's own seed, drawn from the run's; guests, devices and delays follow from it.
  public var seed: UInt64
  /// The night's number under its run's seed.
  public var number: Int
  /// How many sessions begin.
  public var sessions: Int
  /// In the order they come.
  public var faults: [Fault]
  /// Groups of guests with moods of their own; the others only press start and wait.
  public var moodyGroups: [Int]

  /// The seed of one night of a run.
  static func seed(of night: Int, run: UInt64) -> UInt64 {
    var random = SeededRandom(run, .night, UInt64(night))
    return random.next()
  }

  /// Draws a night of 1 to 20 sessions. No kinds: no faults, and guests without moods.
  /// - Parameters:
  ///   - run: the run's seed, not the night's own.
  ///   - night: its number, from 0.
  public init(run: UInt64, night: Int, faults kinds: [FaultKind]) {
    seed = Self.seed(of: night, run: run)
    number = night
    var random = SeededRandom(seed, .plan)
    sessions = 1 + random.below(20)
    moodyGroups = kinds.isEmpty ? [] : Array(0..<sessions * 3).filter { _ in random.percent(70) }
    faults = []
    guard !kinds.isEmpty else { return }
    // About 75 s a session; nights are quiet, or have up to two faults in every session.
    let length = Int64(sessions) * 75_000
    addPrinterFaults(kinds.filter { $0.group == .printer }, length: length)
    let kinds = kinds.filter { $0.group != .printer }
    guard !kinds.isEmpty else { return }
    for _ in 0..<random.below(sessions * 2 + 4) {
      let kind = random.pick(kinds)
      let at = random.milliseconds(500...length)
      faults.append(Fault(kind: kind, at: at, lasts: random.milliseconds(200...90_000), salt: random.next()))
      // Troubles like company: another of any kind in the next seconds.
      if random.percent(40) {
        faults.append(
          Fault(
            kind: random.pick(kinds), at: at + random.milliseconds(0...15_000),
            lasts: random.milliseconds(200...90_000),
            salt: random.next()))
      }
    }
    faults.sort { $0.at < $1.at }
  }
  /// By draws of their own: a night without a printer is the same whether printers may fail or not.
  private mutating func addPrinterFaults(_ kinds: [FaultKind], length: Int64) {
    guard !kinds.isEmpty, PrinterPlan(seed: seed).make != nil else { return }
    var random = SeededRandom(seed, .printer, 1)
    for _ in 0..<random.below(sessions * 2 + 4) {
      faults.append(
        Fault(
          kind: random.pick(kinds), at: random.milliseconds(500...length), lasts: random.milliseconds(200...90_000),
          salt: random.next()))
    }
    faults.sort { $0.at < $1.at }
  }
}
