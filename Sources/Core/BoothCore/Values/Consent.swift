/// What an event asks its guests before the first photo.
public struct ConsentQuestion: Sendable, Equatable, Codable {
  /// Which wording was asked, as the event's file names it.
  public var version: String
  /// Whether guests may have photos taken that stay at the booth and are never uploaded.
  public var offersKeepingHere: Bool
  /// The codes of languages in which the booth's own words are asked, as the event has none; nil where there are none.
  public var languagesOfBooth: [String]?

  /// The version of the booth's own words where they are asked; nil is ``boothVersion``.
  public var versionOfBooth: String?

  /// A question whose languages all have words of the event's own, unless told otherwise.
  public init(version: String, offersKeepingHere: Bool, languagesOfBooth: [String]? = nil) {
    self.version = version
    self.offersKeepingHere = offersKeepingHere
    self.languagesOfBooth = languagesOfBooth
  }

  /// The version of the booth's own words.
  public static let boothVersion = "booth-1"
  /// The version of the booth's own words at an event whose page shows everybody's pictures.
  public static let openBoothVersion = "booth-open-1"

  /// Which wording guests read who are asked in this language.
  public func version(in language: String) -> String {
    languagesOfBooth?.contains(language) ?? false ? versionOfBooth ?? Self.boothVersion : version
  }

  /// What guests choose from, in the order of the screen.
  public var choices: [ConsentChoice] { offersKeepingHere ? [.agree, .keepHere, .decline] : [.agree, .decline] }
}

/// What guests answer.
public enum ConsentChoice: String, Sendable, Codable, CaseIterable {
  /// Photos, which are uploaded.
  case agree
  /// Photos, but none of them leaves the booth.
  case keepHere
  /// No photos.
  case decline
}

/// What guests agreed to, without the time, which the store adds.
public struct ConsentGiven: Sendable, Equatable, Codable {
  /// Which wording they read: ``ConsentQuestion/version(in:)``.
  public var version: String
  /// The BCP 47 code of the language in which they were asked.
  public var language: String
  /// False: nothing of the session is ever uploaded.
  public var uploads: Bool

  /// Takes the answer as it is; a refusal makes none, after which no session begins.
  public init(version: String, language: String, uploads: Bool) {
    self.version = version
    self.language = language
    self.uploads = uploads
  }
}

/// The proof of it, kept with the session.
public struct Consent: Sendable, Equatable, Codable {
  /// What they agreed to.
  public var given: ConsentGiven
  /// When it was recorded, by the wall clock; see ``WallTime/trusted``.
  public var at: WallTime

  /// The answer with the time at which the store recorded it.
  public init(_ given: ConsentGiven, at time: WallTime) {
    self.given = given
    at = time
  }
}
