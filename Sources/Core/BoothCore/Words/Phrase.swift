/// Everything the booth says to guests, and the few lines it says to the operator on the guests' screen.
///
/// ```swift
/// Phrase.photo(2, of: 3).text(in: .german)
/// ```
///
/// Its wording is in `Phrases.swift`: short, as guests at a party do not read, and to several people, as guests do not
/// come alone. Numbers are in Western digits in every language, Arabic too: they are the ones on phones, cameras and
/// price tags there, and the big countdown digits are the same for all who stand in front of it.
public enum Phrase: Sendable, Equatable {
  // Between sessions
  case starting
  case goodbye
  case chooseEvent
  /// The same where each event is a location; see ``choice(of:)``.
  case choosePlace
  case pressToStart
  case previousGuests
  case resume(taken: Int, of: Int)
  case goOn
  case finish
  /// The question before the first photo, where the event has no words of its own.
  case consentQuestion
  /// The same where the event's page shows everybody's pictures.
  case consentQuestionOpen
  case consent(ConsentChoice)
  /// In front of the code: how many prints, none, and what becomes of them.
  case printQuestion
  case printLayoutQuestion
  case printCopies(Int)
  case printNone
  case printComes
  case printWaits
  case printNotKept
  case lookQuestion
  case look(PhotoFilter)
  /// Next to a choice that stays at the booth.
  case keptHere
  case keptHereWords
  /// In place of a code that would lead nowhere.
  case noCodeYet
  case noCodeYetWords

  // In front of the camera
  case photo(Int, of: Int)
  case getReady
  /// Over the live view and its guide.
  case alignWithGuide
  case pressWhenReady
  /// What is done to the guide, how it and the live view share the screen, and what the keys beside these change.
  case guideEffect(GuideView.Effect)
  case guideMode(GuideView.Mode)
  case guideStrength
  /// Which way to move so that the live view fits the old picture.
  case aim(AimAdvice.Saying)
  case guideSize
  /// Marking points in the old picture and in a frame of the live view: the sign that begins it, what to do, the signs.
  case markPoints
  case markOld
  case markFrame
  case markEnough
  case markNotKept
  case markMove
  case markSet
  case markBack
  case markDone
  /// A photo was kept as a version of its location.
  case versionKept
  case versionKeptWords
  case recording
  case lookHere
  case smile
  case keepIt
  case keep
  case again
  /// In place of ``keepIt``, with another try suggested.
  case doubted(PhotoDoubt.Kind)
  case keptIn(seconds: Int)
  case seconds(Int)
  case failed(Fault.Kind)
  case onceMore
  case othersAreSafe
  case cancelQuestion
  case deleteAll

  // Afterwards
  case saving
  case savingTakesLonger
  case scan
  case orOpen
  case openLink
  /// Before the code, where the booth has its own Wi-Fi: the first of two codes, the network's name and password, the second.
  case joinWifi
  case wifiName(String)
  case wifiPassword(String)
  case thenScan
  case uploaded(Int, of: Int)
  case onTheirWay
  case allThere
  case codeDoesNotFit
  /// Beside the code, where guests may leave an e-mail address.
  case addressOffer
  case addressQuestion
  case addressUse
  case noAddress
  case addressNotKept
  case addressKept
  case addressDone
  case addressBack

  // Out of service
  case backSoon
  /// Outside of the opening hours, and when they begin.
  case closed
  case opens(Closing)
  case shortBreak
  case needsHelp
  case tellHost
  case noEvents
  case camera
  case disk

  // For the operator
  case settings
  case troubles
  case allIsWell
  case pausesAfterSession
  case eventChangesAfterSession
  case settingsAfterSession
  case endsAfterSession
  case smallScreen(columns: Int, rows: Int)

  // What keys do
  case keyStart
  case keyAgain
  case keyCancel
  case keyChoose
  case keyBack
  /// By their own names, for those who look for theirs.
  case languages([Language])

  /// The wording in `language`.
  public func text(in language: Language) -> String { wording[language] }
}

/// One phrase in all languages; leaving one out does not compile.
public struct Wording: Sendable, Equatable {
  /// English, which is also spoken where an event names no language that the booth speaks.
  public var en: String
  /// German.
  public var de: String
  /// French.
  public var fr: String
  /// Spanish.
  public var es: String
  /// Hebrew; runs from right to left.
  public var he: String
  /// Arabic; runs from right to left.
  public var ar: String

  /// Takes every language, so that none is forgotten.
  public init(en: String, de: String, fr: String, es: String, he: String, ar: String) {
    self.en = en
    self.de = de
    self.fr = fr
    self.es = es
    self.he = he
    self.ar = ar
  }

  /// The same in every language.
  init(_ text: String) { self.init(en: text, de: text, fr: text, es: text, he: text, ar: text) }

  /// The wording in one language.
  public subscript(language: Language) -> String {
    switch language {
    case .english: en
    case .german: de
    case .french: fr
    case .spanish: es
    case .hebrew: he
    case .arabic: ar
    }
  }
}
