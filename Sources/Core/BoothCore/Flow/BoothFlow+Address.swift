/// The e-mail address that guests may leave for their link. The flow knows that they type, never what.
extension BoothFlow {
  /// Guests in front of their code want the link by e-mail, where their event offers that.
  mutating func askForAddress(_ finished: Finished, shownAt: Instant, at now: Instant) -> [BoothEffect] {
    guard takesEmails(for: finished) else { return [.ignore(.nothingToChoose)] }
    var finished = finished
    finished.cancelAskedUntil = nil
    finished.shownFirst = finished.shownFirst ?? shownAt
    state = .address(AddressForm(finished, phase: .typing(until: now + finished.timings.address)))
    return []
  }

  func takesEmails(for finished: Finished) -> Bool {
    currentEvent?.takesEmails ?? false && !finished.session.staysHere && (finished.addresses ?? 0) < Self.mostAddresses
  }

  /// Guests come in groups of so many; more is a person playing.
  static let mostAddresses = 12

  mutating func typed(at now: Instant) -> [BoothEffect] {
    guard case .address(var form) = state, case .typing = form.phase else { return [.ignore(.nobodyTypes)] }
    let later = AddressForm.Phase.typing(until: now + form.finished.timings.address)
    guard later != form.phase else { return [.ignore(.alreadySo)] }
    form.phase = later
    state = .address(form)
    return []
  }

  mutating func addressGiven(at now: Instant) -> [BoothEffect] {
    guard case .address(var form) = state, case .typing = form.phase else { return [.ignore(.nobodyTypes)] }
    let attempt = nextAttempt()
    form.phase = .keeping(attempt, until: now + form.finished.timings.storeDeadline)
    state = .address(form)
    return [.keepAddress(attempt, form.finished.session)]
  }

  /// What a press means on the keyboard of the screen is the mailbox's to know; the flow only knows the way back.
  mutating func pressedInAddress(_ press: Press, _ form: AddressForm, at now: Instant) -> [BoothEffect] {
    guard case .typing = form.phase else { return [.ignore(.busy)] }
    guard press == .cancel else { return [.ignore(.typesAddress)] }
    return backToCode(form.finished, at: now)
  }

  mutating func answered(_ answer: Answer, in form: AddressForm, at now: Instant) -> [BoothEffect] {
    var form = form
    switch answer {
    case .addressKept:
      form.finished.addresses = (form.finished.addresses ?? 0) + 1
      return backToCode(form.finished, at: now)
    case .failed:
      form.phase = .typing(until: now + form.finished.timings.address)
      state = .address(form)
      return []
    case .sessionOpened, .liveFrameSeen, .clipSaved, .photoSaved, .photoDoubted, .sessionQueued, .printsOrdered,
      .storageReady:
      return answeredLate(answer)
    }
  }

  mutating func timePassed(in form: AddressForm, at now: Instant) -> [BoothEffect] {
    switch form.phase {
    // The person who typed has gone, and leaves nothing to read.
    case .typing: return leaveQR(form.finished, at: now)
    case .keeping: return answered(.failed(Fault(.late, "the address was not kept in time")), in: form, at: now)
    }
  }

  private mutating func backToCode(_ finished: Finished, at now: Instant) -> [BoothEffect] {
    state = .qr(finished, shownAt: now, until: now + finished.timings.qr)
    return []
  }
}

extension AddressForm {
  var wakeUp: Instant {
    switch phase {
    case .typing(let until), .keeping(_, let until): until
    }
  }

  func awaits(_ attempt: AttemptID) -> Bool {
    if case .keeping(attempt, _) = phase { true } else { false }
  }
}
