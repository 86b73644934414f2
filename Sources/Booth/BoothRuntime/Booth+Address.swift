import BoothCore

/// The e-mail address that guests type: here and on the screen alone, until the store has it.
extension Booth {
  func typed(_ key: AddressKey, at now: Instant) {
    for input in keys.handle(.key(key), in: flow.state, at: now) { give(input, at: now) }
  }

  func keepAddress(_ attempt: AttemptID, _ session: SessionID) {
    guard let text = keys.entry?.text, let given = EmailAddress(text) else {
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
}
