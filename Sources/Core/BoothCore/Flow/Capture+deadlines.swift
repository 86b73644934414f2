/// When a capture must be looked at again, and what it waits for.
extension Capture {
  /// When the phase ends by itself, or the countdown's next step is due.
  var phaseDeadline: Instant {
    switch phase {
    case .countdown(let until, let step): step?.due ?? until
    case .aiming(let until), .marking(_, let until), .gettingReady(_, _, let until), .recording(_, _, let until),
      .takingPhoto(_, _, let until),
      .settling(_, _, let until), .review(let until), .tryAgain(_, let until):
      until
    }
  }

  /// The phases in which the booth waits for guests. "Cancel everything?" holds them, so that no session is
  /// accepted, or given up, between the question and the answer; the others go on under the question.
  var waitsForGuests: Bool {
    switch phase {
    case .aiming, .marking, .review, .tryAgain: true
    case .gettingReady, .recording, .countdown, .takingPhoto, .settling: false
    }
  }

  var wakeUp: Instant {
    guard let asked = cancelAskedUntil else { return phaseDeadline }
    return waitsForGuests ? asked : min(asked, phaseDeadline)
  }

  /// A press shows that a person is there: their patience starts again.
  mutating func restartPatience(at now: Instant) {
    switch phase {
    case .aiming: phase = .aiming(until: now + timings.patience)
    case .tryAgain(let fault, _): phase = .tryAgain(fault, until: now + timings.patience)
    case .marking, .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review: break
    }
  }

  /// Who is asked about a photo that seems to have gone wrong has as long as for the other question, at least.
  var reviewTime: Duration {
    takes[strip].doubt == nil ? step.review : max(step.review, timings.cancelQuestion)
  }

  /// The clip that records now. One that was told to finish is still pending, but runs no more: each clip is finished
  /// or cancelled once.
  var runningClip: AttemptID? {
    if case .recording(let attempt, _, _) = phase { attempt } else { nil }
  }

  /// The strip's clip is still to be taken; a resumed session may have it already.
  var wantsClip: Bool { step.clip != nil && takes[strip].clip == nil }

  func awaits(_ attempt: AttemptID) -> Bool {
    if takes.contains(where: { $0.pendingClip == attempt }) { return true }
    switch phase {
    case .gettingReady(attempt, _, _), .takingPhoto(attempt, _, _), .countdown(_, step: .triggered(attempt)),
      .settling(attempt, _, _):
      return true
    case .marking(let marking, _): return marking.stage == .freezing(attempt) || marking.stage == .keeping(attempt)
    case .aiming, .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review, .tryAgain: return false
    }
  }
}
