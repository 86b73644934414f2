/// What guests and the operator are told, and when.
extension CameraSupervisor {
  /// Since when the camera cannot be used; nil while it can, or has only just been asked for.
  var troubleSince: Instant? {
    if let since = ladder.since { return since }
    if case .opening(_, let since) = state { return since }
    return nil
  }

  /// When there will be something to say or to decide that no answer brings.
  var wordsDue: Instant? {
    let forgiven = callsFallback && isUsable ? ladder.failedAt.map { $0 + limits.forgive } : nil
    guard let since = troubleSince else { return forgiven }
    return forgiven.orEarlier(remedy == nil ? since + limits.report : nil)
      .orEarlier(ladder.steps.fallback != nil && !callsFallback ? since + limits.fallback : nil)
  }

  /// Says what is due.
  mutating func speak(at now: Instant) -> [Effect] {
    if callsFallback, isUsable, let failedAt = ladder.failedAt, now >= failedAt + limits.forgive {
      callsFallback = false
    }
    guard let since = troubleSince else { return [] }
    let isDue =
      remedy != nil || ladder.failures >= limits.failuresBeforeReport || ladder.round > 0
      || now >= since + limits.report
    if isDue { remedy = remedyNow }
    guard ladder.steps.fallback != nil, !callsFallback, now >= since + limits.fallback else { return [] }
    callsFallback = true
    return report(.fallback, "called")
  }

  /// What the operator should see to while the camera is in use: what it says of itself, and why photos come from the live view.
  public var troubles: [String] {
    var troubles = condition?.troubles ?? []
    if remedy != nil { troubles.removeAll { $0 == condition?.liveViewFails } }
    guard let fault = stillsFault else { return troubles }
    troubles.removeAll { $0 == fault }
    return ["photos are taken from the live view, as the camera takes none: \(fault)"] + troubles
  }

  /// What could be done about it now.
  var remedyNow: String {
    Self.remedy(name, lastError ?? CameraError(.timedOut, subject: name, detail: "it shows no picture"))
  }

  /// A rung's outcome, for the journal.
  mutating func report(_ rung: RecoveryRung, _ outcome: String) -> [Effect] {
    guard outcomes[rung] != outcome else { return [] }
    outcomes[rung] = outcome
    return [.report("\(name): \(rung): \(outcome)")]
  }

  static func remedy(_ name: String, _ error: CameraError) -> String {
    let action =
      switch error.code {
      case .notFound, .disconnected: "Check its cable and that it is switched on."
      case .busy: "Another program uses it, or its shutter hangs: close that program, switch it off and on."
      case .noBandwidth: "Plug it into a port of another USB controller."
      case .timedOut: "Switch it off and on again."
      case .unsupported: "It offers no format this program can read; choose another camera."
      case .refusesPhotos: "See to its card and its settings."
      case .focusFailed, .badPicture, .failed: "Switch it off and on again, and check its settings."
      }
    return "\(name): \(error.detail). \(action)"
  }

  /// What it does about its trouble, and when next; nil while there is none.
  public var next: (rung: RecoveryRung, at: Instant)? {
    switch state {
    case .waiting(let until, let rung): (rung, until)
    case .stepping(let step, let until): (step.rung, until)
    case .opening(_, let since) where !ladder.isClear: (.reopen, since + limits.open)
    case .ready: provesSince == nil ? nil : (ladder.rung ?? .reopen, (liveViewSince ?? .init(nanoseconds: 0)) + silence)
    case .opening, .stopped: nil
    }
  }
}
