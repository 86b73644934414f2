public import BoothCore

/// Every kind of state, finely: each phase of a capture and of an upload, each reason of being out of order. A new case
/// of the flow does not compile until it has a kind here, and then fails the test that wants a sample of every kind.
public enum StateKind: String, CaseIterable, Sendable {
  case starting
  case resumeOffer
  case eventSelection
  case idle
  case consent
  case look
  case opening
  case aiming = "capture: aiming"
  case freezingFrame = "marking: a frame is kept still"
  case markingPoints = "marking: setting points"
  case keepingMarks = "marking: keeping"
  case gettingReadyForClip = "capture: getting ready for the clip"
  case gettingReadyForCountdown = "capture: getting ready for the countdown"
  case recording = "capture: recording"
  case countdown = "capture: countdown"
  case takingPhoto = "capture: taking the photo"
  case settling = "capture: the doubted photo is to stay"
  case review = "capture: review"
  case tryAgain = "capture: try again?"
  case awaitingClips = "upload: waiting for clips"
  case queueing = "upload: queueing"
  case refused = "upload: the store refused"
  case askingForPrint = "print: asking"
  case orderingPrint = "print: ordering"
  case qr
  case typingAddress = "address: typing"
  case keepingAddress = "address: keeping"
  case settings
  case paused
  case outOfOrderCamera = "out of order: camera"
  case outOfOrderStorage = "out of order: storage"
  case outOfOrderNoRoom = "out of order: no room"
  case outOfOrderNoEvents = "out of order: no events"
  case stopped

  public init(_ state: BoothState) {
    self =
      switch state {
      case .starting: .starting
      case .resumeOffer: .resumeOffer
      case .eventSelection: .eventSelection
      case .idle: .idle
      case .consent: .consent
      case .look: .look
      case .opening: .opening
      case .capture(let capture): Self.kind(of: capture.phase)
      case .upload(let upload): Self.kind(of: upload.phase)
      case .print(let form): if case .asking = form.phase { .askingForPrint } else { .orderingPrint }
      case .qr: .qr
      case .address(let form): if case .typing = form.phase { .typingAddress } else { .keepingAddress }
      case .settings: .settings
      case .paused: .paused
      case .outOfOrder(.camera): .outOfOrderCamera
      case .outOfOrder(.storage): .outOfOrderStorage
      case .outOfOrder(.noRoom): .outOfOrderNoRoom
      case .outOfOrder(.noEvents): .outOfOrderNoEvents
      case .stopped: .stopped
      }
  }

  private static func kind(of phase: Capture.Phase) -> StateKind {
    switch phase {
    case .aiming: .aiming
    case .marking(let marking, _):
      switch marking.stage {
      case .freezing: .freezingFrame
      case .setting: .markingPoints
      case .keeping: .keepingMarks
      }
    case .gettingReady(_, for: .clip, _): .gettingReadyForClip
    case .gettingReady(_, for: .countdown, _): .gettingReadyForCountdown
    case .recording: .recording
    case .countdown: .countdown
    case .takingPhoto: .takingPhoto
    case .settling: .settling
    case .review: .review
    case .tryAgain: .tryAgain
    }
  }

  private static func kind(of phase: Upload.Phase) -> StateKind {
    switch phase {
    case .awaitingClips: .awaitingClips
    case .queueing: .queueing
    case .refused: .refused
    }
  }

  public var isCapture: Bool {
    switch self {
    case .aiming, .freezingFrame, .markingPoints, .keepingMarks, .gettingReadyForClip, .gettingReadyForCountdown,
      .recording, .countdown, .takingPhoto, .settling,
      .review, .tryAgain:
      true
    case .starting, .resumeOffer, .eventSelection, .idle, .consent, .look, .opening, .awaitingClips, .queueing,
      .refused, .askingForPrint, .orderingPrint, .qr, .typingAddress, .keepingAddress, .settings, .paused,
      .outOfOrderCamera, .outOfOrderStorage,
      .outOfOrderNoRoom, .outOfOrderNoEvents, .stopped:
      false
    }
  }
}
