public import BoothCore

/// The states a flow can be in, by name; a capture's and an upload's phases are states of their own.
public enum StateName: Int, Sendable, CaseIterable {
  case starting, resumeOffer, eventSelection, idle, consent, look, opening, aiming, gettingReady, recording, countdown,
    takingPhoto,
    review, tryAgain, cancelAsked, awaitingClips, queueing, refused, print, qr, address, settings, paused,
    outOfOrderCamera,
    outOfOrderStorage, outOfOrderNoRoom, outOfOrderNoEvents, stopped

  /// The name of a state; whatever asks guests whether to cancel is ``cancelAsked``, wherever the capture stood.
  public init(_ state: BoothState) {
    switch state {
    case .starting: self = .starting
    case .resumeOffer: self = .resumeOffer
    case .eventSelection: self = .eventSelection
    case .idle: self = .idle
    case .consent: self = .consent
    case .look: self = .look
    case .opening: self = .opening
    case .capture(let capture):
      guard capture.cancelAskedUntil == nil else {
        self = .cancelAsked
        return
      }
      switch capture.phase {
      case .aiming, .marking: self = .aiming
      case .gettingReady: self = .gettingReady
      case .recording: self = .recording
      case .countdown: self = .countdown
      case .takingPhoto, .settling: self = .takingPhoto
      case .review: self = .review
      case .tryAgain: self = .tryAgain
      }
    case .upload(let upload):
      switch upload.phase {
      case .awaitingClips: self = .awaitingClips
      case .queueing: self = .queueing
      case .refused: self = .refused
      }
    case .print: self = .print
    case .qr: self = .qr
    case .address: self = .address
    case .settings: self = .settings
    case .paused: self = .paused
    case .outOfOrder(.camera): self = .outOfOrderCamera
    case .outOfOrder(.storage): self = .outOfOrderStorage
    case .outOfOrder(.noRoom): self = .outOfOrderNoRoom
    case .outOfOrder(.noEvents): self = .outOfOrderNoEvents
    case .stopped: self = .stopped
    }
  }
}

extension BoothState {
  /// The attempts whose answer this state waits for, read off the state and not asked of the flow.
  func waits(for attempt: AttemptID) -> Bool {
    switch self {
    case .opening(attempt, _), .outOfOrder(.storage(_, attempt, _)): return true
    case .capture(let capture):
      if capture.takes.contains(where: { $0.pendingClip == attempt }) { return true }
      switch capture.phase {
      case .gettingReady(attempt, _, _), .takingPhoto(attempt, _, _), .countdown(_, step: .triggered(attempt)),
        .settling(attempt, _, _):
        return true
      case .marking(let marking, _): return marking.stage == .freezing(attempt) || marking.stage == .keeping(attempt)
      case .aiming, .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review, .tryAgain: return false
      }
    case .upload(let upload):
      switch upload.phase {
      case .awaitingClips(let clips, _): return clips.contains(attempt)
      case .queueing(let asked, _): return asked == attempt
      case .refused: return false
      }
    case .address(let form): if case .keeping(attempt, _) = form.phase { return true } else { return false }
    case .print(let form): if case .ordering(attempt, _, _) = form.phase { return true } else { return false }
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .qr, .settings, .paused,
      .outOfOrder,
      .stopped:
      return false
    }
  }
}
