import BoothCore

/// The e-mail address that guests type: here and on the screen alone, until the store has it.
extension Booth {
  /// How often the flow, which writes a journal, hears that somebody types.
  private static let tellEvery = Duration.seconds(5)

  func typed(_ key: AddressKey, at now: Instant) {
    take(at: now) { $0.take(key) }
  }

  /// Whether a press was one on the keyboard of the screen.
  func typed(_ press: Press, at now: Instant) -> Bool {
    guard press != .cancel, isTyping else { return false }
    take(at: now) { $0.take(press) }
    return true
  }

  private var isTyping: Bool {
    if case .address(let form) = flow.state, case .typing = form.phase { true } else { false }
  }

  private func take(at now: Instant, _ change: (inout AddressEntry) -> AddressEntry.Outcome) {
    guard isTyping, var entry = address?.entry else { return }
    let outcome = change(&entry)
    // A bag on the space bar is nobody who types.
    guard entry != address?.entry || outcome != .changed else { return }
    address?.entry = entry
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
    storeLane.add { [store = ports.store, mail, clock = ports.clock] in
      do throws(StoreError) {
        mail.yield(.jobs(.added(try await store.keepEmail(given, of: session, at: clock.wallTime))))
        mail.yield(.trouble(topic: "e-mail addresses", nil))
        mail.yield(.flow(.answered(attempt, .addressKept)))
      } catch {
        // One file that cannot be written is no disk that fails: pictures go on.
        mail.yield(.trouble(topic: "e-mail addresses", "an address was not kept: \(error)"))
        mail.yield(.flow(.answered(attempt, .failed(Fault(.storage, error.description)))))
      }
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
