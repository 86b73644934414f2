/// The last seconds before a photo: focus, the trigger, zero, each at its time.
extension BoothFlow {
  /// Takes the step that is due. However late the booth is woken, the trigger never waits for the focus, and zero never
  /// for either.
  mutating func countDown(
    _ capture: Capture, to zero: Instant, _ step: CountdownStep?, at now: Instant
  ) -> [BoothEffect] {
    var capture = capture
    // Told in mid-countdown that the camera takes no photos: the live view's is taken at zero.
    if stillsFault != nil, now < zero, !(step?.isTriggered ?? true) {
      capture.phase = .countdown(until: zero, step: nil)
      state = .capture(capture)
      return []
    }
    switch step {
    case .focus(_, let trigger) where now < trigger:
      capture.phase = .countdown(until: zero, step: trigger < zero ? .trigger(at: trigger) : nil)
      state = .capture(capture)
      return [.focus]
    case .focus, .trigger:
      guard now < zero else { return takePhoto(capture, tries: 0, from: photoSource, at: now) }
      let attempt = nextAttempt()
      capture.phase = .countdown(until: zero, step: .triggered(attempt))
      state = .capture(capture)
      return [.takePhoto(attempt, capture.session, strip: capture.strip, guide: capture.step.guide, from: .camera)]
    case .triggered(let attempt):
      capture.phase = .takingPhoto(attempt, tries: 0, until: now + capture.timings.photoDeadline)
      state = .capture(capture)
      return []
    case nil: return takePhoto(capture, tries: 0, from: photoSource, at: now)
    }
  }
}

extension CountdownStep {
  fileprivate var isTriggered: Bool { if case .triggered = self { true } else { false } }
}

extension Capture {
  /// How many photos of this strip failed before the one that is being taken.
  var tries: Int { if case .takingPhoto(_, let tries, _) = phase { tries } else { 0 } }
}
