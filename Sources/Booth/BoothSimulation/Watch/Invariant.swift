/// What must be true after every step of every night.
public enum Invariant: String, Sendable, Codable, CaseIterable {
  case keptPhotoLasts = "kept-photo-lasts"
  case leavesByDecision = "leaves-by-decision"
  case ownLinkOnly = "own-link-only"
  case linkIsTrue = "link-is-true"
  case codeLeadsOut = "code-leads-out"
  case noDeadEnd = "no-dead-end"
  case queueDrains = "queue-drains"
  case staysBounded = "stays-bounded"
  case oneRunAJob = "one-run-a-job"
  case lateStaysLate = "late-stays-late"
  case nothingTwice = "nothing-twice"
  case discardedIsGone = "discarded-is-gone"
  case cameraReturns = "camera-returns"
  case failsOnce = "fails-once"
  case asksSeldom = "asks-seldom"
  case cancelStays = "cancel-stays"
  case consentIsKept = "consent-is-kept"
  case keepAsks = "keep-asks"
  case uploadIsWhole = "upload-is-whole"
  case typingIsNoPress = "typing-is-no-press"
  case databaseIsTrue = "books-are-true"
  case versionLasts = "version-lasts"
  case printsLast = "prints-last"
  case printsOnce = "prints-once"
  case printsEnd = "prints-end"
  case printerIsKnown = "printer-is-known"

  /// What must hold, in words, for the report of a night in which it did not.
  public var sentence: String {
    switch self {
    case .keptPhotoLasts:
      "every kept photo is on durable storage, or confirmed at the gallery, with its bytes"
    case .leavesByDecision:
      "a kept photo leaves only by a recorded decision that names it, and that guests made"
    case .ownLinkOnly: "no picture reaches another session's link"
    case .linkIsTrue: "a QR link is never wrong, at worst early"
    case .codeLeadsOut:
      "a code leads to where phones reach the gallery at that moment, and to the machine itself only where that was set"
    case .noDeadEnd: "no state can be entered that no input leaves"
    case .queueDrains: "the queue drains once the faults stop"
    case .staysBounded: "memory and journal stay bounded"
    case .oneRunAJob: "no job runs twice at once, nor before the books say that it runs"
    case .lateStaysLate: "a late answer is never taken for the current one"
    case .nothingTwice: "nothing is at the gallery twice, and nothing is listed that is not there"
    case .discardedIsGone: "what was discarded is gone, and the disk holds exactly what the books say"
    case .cameraReturns:
      "15 s after the last live picture there is another, or the remedy is told; without faults the camera comes back"
    case .failsOnce:
      """
      what makes every photo fail costs guests one at most: then they get the live view's, another camera's, or are told
      """
    case .asksSeldom:
      "guests are asked for another try twice at most, one after the other, for photos that the store does not keep"
    case .consentIsKept: "nothing of a session leaves the booth that its guests want to keep there"
    case .keepAsks:
      """
      the keep-policy lets go what the gallery has just served whole, calls nothing lost that a mute gallery does not \
      serve, and lets nothing go while guests are in a session
      """
    case .uploadIsWhole: "an upload leaves nothing behind that was made meanwhile, also where it is held"
    case .databaseIsTrue: "at rest the books say of every job what the pump says"
    case .versionLasts:
      """
      a photo that is kept at a location becomes one version of it, none is lost, and what is deleted takes nothing else \
      along
      """
    case .printsLast: "guests are told that a print comes when its record is durable, and no record of one is lost"
    case .printsOnce:
      "no print comes out twice without a person having asked for it, and none is called out that did not"
    case .printsEnd: "once the printer is well each print is out, given up by a person, or asks with its reason"
    case .printerIsKnown:
      "prints are offered while the printer can print, and no more 45 s after it says that it cannot"
    case .typingIsNoPress: "who types an e-mail address presses no button"
    case .cancelStays:
      "a cancelled session ends discarded, though the booth ended on a full disk; a cancelled job never runs"
    }
  }
}

/// An invariant that did not hold.
public struct Violation: Sendable, Equatable, Codable {
  /// Which one.
  public var invariant: Invariant
  /// What was found instead, with the session, file or job it was found at.
  public var detail: String
  /// Nanoseconds since the night began.
  public var at: Int64
  /// The number of the step after which it was found, from the night's beginning.
  public var step: Int
}
