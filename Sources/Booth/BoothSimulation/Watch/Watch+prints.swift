import BoothCore
import BoothVault

/// A print as the world has it, whatever the booth's records say.
struct WatchedPrint {
  /// Its guests, or the operator, were told that it comes.
  var isPromised = false
  /// How many of its sheets came out.
  var sheets = 0
  /// How many may: one, and one more each time that a person asked for it again.
  var allowed = 1
  /// The operator gave it up, or said that it came out.
  var isGivenUp = false
  /// A call of the store about it failed: it may have been taken all the same, and a start finds out.
  var isUnsure = false
}

/// Prints, and what is told of the printer.
extension Watch {
  private func each(_ night: Night, _ ledger: any Ledger, _ body: (SessionPrints) -> Void) {
    let vault = Vault(disk: night.gate.disk, ledger: ledger)
    do throws(StoreError) {
      let (all, notes) = try vault.allPrints()
      for note in notes { night.fail(.printsEnd, "prints cannot be read: \(note)") }
      for prints in all { body(prints) }
    } catch {
      night.fail(.printsEnd, "prints cannot be read: \(error)")
    }
  }

  /// What the store answered an order with; its guests are not told yet.
  func ordered(_ ids: [PrintID], for attempt: AttemptID) { ordersAnswered[attempt] = ids }

  /// Guests are told that so many prints come.
  func promised(_ copies: Int, _ attempt: AttemptID, _ night: Night) {
    let ids = ordersAnswered.removeValue(forKey: attempt) ?? []
    guard ids.count == copies else {
      return night.fail(.printsLast, "\(copies) prints are promised, and \(ids.count) were ordered")
    }
    promised(ids, night)
  }

  /// These prints are promised now: a power cut at this moment must leave their records.
  func promised(_ ids: [PrintID], _ night: Night) {
    for id in ids { prints[id, default: WatchedPrint()].isPromised = true }
    for session in Set(ids.map(\.session)) {
      guard case .memory(let memory, _, _) = night.medium else { continue }
      let path = "\(Vault.printsFolder)/\(session).json"
      if memory.surviving(path) == nil {
        night.fail(.printsLast, "prints of \(session) are promised, and a power cut could lose their records")
      }
    }
    if !ids.isEmpty, let ledger = night.booth?.ledger { checkPromisedPrints(night, ledger) }
  }

  /// A process begins, or the night ends: each print that was promised is on record.
  func checkPromisedPrints(_ night: Night, _ ledger: any Ledger) {
    guard prints.contains(where: \.value.isPromised) else { return }
    var found: Set<PrintID> = []
    each(night, ledger) { all in
      for print in all.prints { found.insert(PrintID(session: all.session, number: print.number)) }
    }
    let lost = prints.filter { $0.value.isPromised && !found.contains($0.key) }.map(\.key.description).sorted()
    if let first = lost.first { night.fail(.printsLast, "print \(first) was promised, and no record knows it") }
  }

  // MARK: At the printer

  /// A sheet came out.
  func cameOut(_ name: String, _ night: Night) {
    night.counts.prints.sheets += 1
    guard let id = PrintID(jobName: name) else { return }
    prints[id, default: WatchedPrint()].sheets += 1
    guard let print = prints[id], print.sheets > print.allowed else { return }
    night.fail(.printsOnce, "print \(id) came out \(print.sheets) times, and was asked for \(print.allowed) times")
  }

  /// A sheet goes to the printer: it was recorded that it does, and its session is still there.
  func sends(_ run: PrintRun, _ id: PrintID, _ night: Night) {
    night.counts.prints.sent += 1
    guard let ledger = night.booth?.ledger else { return }
    let vault = Vault(disk: night.gate.disk, ledger: ledger)
    let recorded = read(night) { () throws(StoreError) in try vault.prints(of: id.session)?[id.number] } ?? nil
    if recorded?.state != .sending || recorded?.sendings != run.record.sendings {
      night.fail(.printsOnce, "print \(id) is sent, and its record says \(recorded?.state.rawValue ?? "nothing")")
    }
    let session = read(night) { () throws(StoreError) in try ledger.session(id.session) } ?? nil
    if session?.state == .discarded { night.fail(.discardedIsGone, "print \(id) of a discarded session is sent") }
  }

  func recorded(_ record: PrintRecord, _ id: PrintID, _ run: PrintRun, _ night: Night) {
    switch record.state {
    case .out:
      night.printer?.look(night)
      if prints[id]?.sheets ?? 0 == 0 { night.fail(.printsOnce, "print \(id) is recorded as out, and no sheet came") }
    case .ask, .probably: night.counts.prints.asked += 1
    case .queued, .sending, .accepted, .cancelled: break
    }
  }

  // MARK: The operator

  /// A person wants one more sheet of it, having looked at what came out.
  func askedAgain(_ id: PrintID, _ night: Night) {
    let pending = night.printer?.pending(id) ?? 0
    let sheets = prints[id]?.sheets ?? 0
    prints[id, default: WatchedPrint()].allowed = sheets + pending + 1
    prints[id]?.isGivenUp = false
  }

  /// The operator has asked for something that the store refused, of a print that was promised.
  var hasUnsurePrints: Bool { prints.contains { $0.value.isUnsure && $0.value.isPromised } }

  func gaveUp(_ id: PrintID) { prints[id, default: WatchedPrint()].isGivenUp = true }
  func unsure(_ id: PrintID, _ isUnsure: Bool) { prints[id, default: WatchedPrint()].isUnsure = isUnsure }

  // MARK: At the end

  /// All has come to rest: each print is out, given up by a person, or asks with its reason.
  func checkPrints(_ night: Night, isLast: Bool) {
    guard violation == nil, let ledger = night.booth?.ledger else { return }
    night.printer?.look(night)
    checkPromisedPrints(night, ledger)
    each(night, ledger) { all in
      let session = read(night) { () throws(StoreError) in try ledger.session(all.session) } ?? nil
      for record in all.prints {
        let id = PrintID(session: all.session, number: record.number)
        let known = prints[id] ?? WatchedPrint()
        check(record, id, known, isGone: session?.state == .discarded, isLast: isLast, night)
      }
    }
    guard case .closed(let obstacle)? = night.booth?.flow.printer else { return }
    night.fail(.printerIsKnown, "the printer can print, and guests are told: \(obstacle.rawValue)")
  }

  private func check(
    _ record: PrintRecord, _ id: PrintID, _ known: WatchedPrint, isGone: Bool, isLast: Bool, _ night: Night
  ) {
    switch record.state {
    case .queued, .sending, .accepted:
      // An order that was refused may have been written: the next start finds it.
      if !isLast, !known.isPromised { return }
      night.fail(.printsEnd, "print \(id) is still \(record.state.rawValue), and the printer is well")
    case .out:
      if known.sheets == 0 { night.fail(.printsOnce, "print \(id) is recorded as out, and no sheet came") }
    case .probably, .ask:
      if record.words?.isEmpty ?? true { night.fail(.printsEnd, "print \(id) asks, and does not say why") }
    case .cancelled:
      if !known.isGivenUp, !isGone, known.isPromised { night.fail(.printsEnd, "print \(id) was given up by no person") }
    }
  }

  // MARK: What is told of the printer

  /// So long what keeps the printer may stay unnoticed: the time between two questions, and that of an answer.
  static let printerIsNoticed: Int64 = 45_000_000_000

  func printerIs(_ obstacle: PrinterObstacle?, at now: Int64) {
    if obstacle == nil { printerKeptSince = nil } else { printerKeptSince = printerKeptSince ?? now }
  }

  /// Prints are offered: the printer can print, as far as can be known.
  func checkOffer(_ night: Night) {
    guard let printer = night.printer else {
      return night.fail(.printerIsKnown, "prints are offered without a printer")
    }
    printer.look(night)
    guard let since = printerKeptSince, night.now - since > Self.printerIsNoticed else { return }
    night.fail(
      .printerIsKnown,
      "prints are offered, and for \((night.now - since) / 1_000_000_000) s the printer has said that it cannot print")
  }
}

extension PrintID {
  /// The print of a job's name in a printer; nil for another's.
  fileprivate init?(jobName: String) {
    guard jobName.hasPrefix("booth-"), let dot = jobName.lastIndex(of: ".") else { return nil }
    self.init(String(jobName[..<dot].dropFirst("booth-".count)))
  }
}
