/// Marking points: where nothing is found by itself, a person shows once how the old picture lies in the live view.
extension BoothFlow {
  mutating func marked(_ step: MarkStep, at now: Instant) -> [BoothEffect] {
    guard case .capture(var capture) = state else { return [.ignore(.nothingToMark)] }
    guard case .marking(var marking, _) = capture.phase else {
      guard step == .begin, capture.canBeMarked else { return [.ignore(.nothingToMark)] }
      let attempt = nextAttempt()
      capture.phase = .marking(Marking(.freezing(attempt)), until: now + capture.timings.getReady)
      state = .capture(capture)
      return [.freezeFrame(attempt)]
    }
    guard marking.stage == .setting else { return [.ignore(.busy)] }
    marking.wasRefused = false
    switch step {
    case .begin: return [.ignore(.alreadySo)]
    case .move(let way): marking.move(way, at: now)
    case .point(let side, let point):
      guard side == marking.side else { return [.ignore(.otherPicture)] }
      marking.put(point)
    case .set: return setPoint(marking, in: capture, at: now)
    case .back: guard marking.takeBack() else { return [.ignore(.nothingToRetake)] }
    }
    return goOn(marking, in: capture, at: now)
  }

  /// Waits for the next point.
  private mutating func goOn(_ marking: Marking, in capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    capture.phase = .marking(marking, until: now + min(capture.timings.patience, Marking.patience))
    state = .capture(capture)
    return []
  }

  private mutating func setPoint(_ marking: Marking, in capture: Capture, at now: Instant) -> [BoothEffect] {
    // A key that bounces, or is held, sets no second one there.
    guard !marking.isTooNear else { return [.ignore(.pointIsSet)] }
    var marking = marking
    marking.set()
    return marking.isFull ? keepMarks(marking, in: capture, at: now) : goOn(marking, in: capture, at: now)
  }

  private mutating func keepMarks(_ marking: Marking, in capture: Capture, at now: Instant) -> [BoothEffect] {
    guard let location = capture.plan.location else { return leaveMarking(capture, at: now) }
    var (marking, capture) = (marking, capture)
    let attempt = nextAttempt()
    marking.stage = .keeping(attempt)
    capture.phase = .marking(marking, until: now + capture.timings.storeDeadline)
    state = .capture(capture)
    return [.keepMarks(attempt, location: location, marking.pairs)]
  }

  /// Back to aiming; what was not kept is forgotten.
  private mutating func leaveMarking(_ capture: Capture, at now: Instant) -> [BoothEffect] {
    var capture = capture
    capture.phase = .aiming(until: now + capture.timings.patience)
    state = .capture(capture)
    return []
  }

  mutating func pressed(_ press: Press, _ marking: Marking, in capture: Capture, at now: Instant) -> [BoothEffect] {
    switch (press, marking.stage) {
    // Until the points are kept nothing has changed.
    case (.cancel, .freezing), (.cancel, .setting): return leaveMarking(capture, at: now)
    case (.start, .setting):
      return marking.isEnough
        ? keepMarks(marking, in: capture, at: now) : setPoint(marking, in: capture, at: now)
    case (.retake, .setting): return marked(.back, at: now)
    case (.next, _), (.previous, _): return [.ignore(.nothingToChoose)]
    case (.start, _), (.retake, _), (.cancel, .keeping): return [.ignore(.busy)]
    }
  }

  mutating func answered(
    _ answer: Answer, _ marking: Marking, in capture: Capture, at now: Instant
  ) -> [BoothEffect] {
    var marking = marking
    switch (marking.stage, answer) {
    case (.freezing, .liveFrameSeen):
      marking.stage = .setting
      return goOn(marking, in: capture, at: now)
    case (.freezing, .failed), (.keeping, .storageReady): return leaveMarking(capture, at: now)
    case (.keeping, .failed): return refused(marking, in: capture, at: now)
    case (.freezing, _), (.setting, _), (.keeping, _): return answeredLate(answer)
    }
  }

  /// The points stay on the screen, to be kept with another press.
  private mutating func refused(_ marking: Marking, in capture: Capture, at now: Instant) -> [BoothEffect] {
    var marking = marking
    (marking.stage, marking.wasRefused) = (.setting, true)
    return goOn(marking, in: capture, at: now)
  }

  mutating func timePassed(_ marking: Marking, in capture: Capture, at now: Instant) -> [BoothEffect] {
    switch marking.stage {
    case .freezing, .setting: leaveMarking(capture, at: now)
    case .keeping: refused(marking, in: capture, at: now)
    }
  }
}

extension Capture {
  /// Whether points can be marked now: a person aims at a location, and nothing is asked.
  var canBeMarked: Bool {
    guard case .aiming = phase, cancelAskedUntil == nil else { return false }
    return step.guide != nil && plan.location != nil
  }
}
