/// What an event asks its guests before the first photo.
public struct ConsentQuestion: Sendable, Equatable, Codable {
  /// Which wording was asked, as the event's file names it.
  public var version: String
  /// Whether guests may have photos taken that stay at the booth and are never uploaded.
  public var offersKeepingHere: Bool

  public init(version: String, offersKeepingHere: Bool) {
    self.version = version
    self.offersKeepingHere = offersKeepingHere
  }

  /// What guests choose from, in the order of the screen.
  public var choices: [ConsentChoice] { offersKeepingHere ? [.agree, .keepHere, .decline] : [.agree, .decline] }
}

/// What guests answer.
public enum ConsentChoice: String, Sendable, Codable, CaseIterable {
  case agree
  /// Photos, but none of them leaves the booth.
  case keepHere
  /// No photos.
  case decline
}

/// What guests agreed to, without the time, which the store adds.
public struct ConsentGiven: Sendable, Equatable, Codable {
  public var version: String
  /// The BCP 47 code of the language in which they were asked.
  public var language: String
  /// False: nothing of the session is ever uploaded.
  public var uploads: Bool

  public init(version: String, language: String, uploads: Bool) {
    self.version = version
    self.language = language
    self.uploads = uploads
  }
}

/// The proof of it, kept with the session.
public struct Consent: Sendable, Equatable, Codable {
  public var given: ConsentGiven
  public var at: WallTime

  public init(_ given: ConsentGiven, at time: WallTime) {
    self.given = given
    at = time
  }
}
