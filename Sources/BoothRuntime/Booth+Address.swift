import BoothCore

/// The e-mail address that guests type: here and on the screen alone, until the store has it.
extension Booth {
  /// How often the flow, which writes a journal, hears that somebody types.
  private static let tellEvery = Duration.seconds(5)

  func typed(_ key: AddressKey, at now: Instant) {
    guard isTyping, let outcome = address?.entry.take(key) else { return }
    carryOut(outcome, at: now)
  }

  /// Whether a press was one on the keyboard of the screen.
  func typed(_ press: Press, at now: Instant) -> Bool {
    guard press != .cancel, isTyping, let outcome = address?.entry.take(press) else { return false }
    carryOut(outcome, at: now)
    return true
  }

  private var isTyping: Bool {
    if case .address(let form) = flow.state, case .typing = form.phase { true } else { false }
  }

  private func carryOut(_ outcome: AddressEntry.Outcome, at now: Instant) {
    switch outcome {
    case .changed:
      guard let told = address?.toldAt, now - told >= Self.tellEvery else { return }
      address?.toldAt = now
      decide(.typed, at: now)
    case .given: decide(.addressGiven, at: now)
    case .left: decide(.pressed(.cancel), at: now)
    }
  }

  func keepAddress(_ attempt: AttemptID, _ session: SessionID) {
    guard let text = address?.entry.text, let given = EmailAddress(text) else {
      return post(.answered(attempt, .failed(Fault(.storage, "there is no address"))))
    }
    inStore(attempt) { [mail, clock = ports.clock] store throws(StoreError) in
      mail.yield(.jobs(.added(try await store.keepEmail(given, of: session, at: clock.wallTime))))
      return .addressKept
    }
  }

  /// A new form is empty, and nothing of the last one stays.
  func followAddress(from before: BoothState) {
    guard case .address = flow.state else {
      address = nil
      return
    }
    if address == nil { address = (AddressEntry(), ports.clock.now) }
    if case .address(let form) = before, case .keeping = form.phase, isTyping { address?.entry.refused() }
  }
}
