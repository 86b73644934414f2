import BoothCore

/// A part of a session in which guests wait for the booth, not the booth for guests.
public enum NightStep: String, Sendable, CaseIterable {
  /// From start to the session's record on the disk.
  case opening
  /// Until there is a live picture that is young enough.
  case livePicture
  /// From the trigger to the photo on the disk; a second try belongs to it.
  case photo
  /// From the last photo to the code: clips are completed, jobs are stored.
  case code

  /// For a table.
  public var words: String {
    switch self {
    case .opening: "storing a new session"
    case .livePicture: "waiting for a live picture"
    case .photo: "taking and storing a photo"
    case .code: "from the last photo to the code"
    }
  }
}

/// Where guests were when they walked away.
public enum WalkAwayPlace: String, Sendable, CaseIterable, Comparable {
  /// At the question before the first photo.
  case question
  /// Aiming, or marking points, at the first photo that was missing.
  case aiming
  /// Asked for another try, after a photo failed.
  case anotherTry
  /// Asked whether an interrupted session goes on.
  case resumeOffer

  /// In the order of a session.
  public static func < (a: WalkAwayPlace, b: WalkAwayPlace) -> Bool { a.rank < b.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Behind a number.
  public var words: String {
    switch self {
    case .question: "at the question before the first photo"
    case .aiming: "while aiming"
    case .anotherTry: "when asked for another try"
    case .resumeOffer: "when asked whether to go on after an interruption"
    }
  }

  /// Where a wait for guests was that has run out; nil where they are not known to have left.
  init?(_ state: BoothState) {
    switch state {
    case .consent: self = .question
    case .resumeOffer: self = .resumeOffer
    case .capture(let capture):
      switch capture.phase {
      case .aiming, .marking: self = .aiming
      case .tryAgain: self = .anotherTry
      case .gettingReady, .recording, .countdown, .takingPhoto, .settling, .review: return nil
      }
    case .starting, .eventSelection, .idle, .look, .opening, .upload, .print, .qr, .address, .settings, .paused,
      .outOfOrder, .stopped:
      return nil
    }
  }
}
