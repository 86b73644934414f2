/// An event's question before the first photo, with its words.
public struct EventConsent: Sendable, Equatable {
  /// What the flow asks, with the wording's version for the record.
  public var question: ConsentQuestion
  /// The event's own words by BCP 47 code; where a language has none, the booth's own are asked.
  public var texts: [String: String]

  /// A question without words of the event's own, unless there are some: the booth's are asked then.
  public init(question: ConsentQuestion, texts: [String: String] = [:]) {
    self.question = question
    self.texts = texts
  }

  /// The question as it is asked in these languages.
  /// - Parameter gallery: who sees the pictures, as the booth's own words say it.
  public func question(in codes: [String], _ gallery: Event.GalleryAccess) -> ConsentQuestion {
    var question = question
    let ours = codes.filter { code in Language(code: code).map { text(in: $0) == nil } ?? true }
    question.languagesOfBooth = ours.isEmpty || question.version == ConsentQuestion.boothVersion ? nil : ours
    if gallery == .open {
      question.versionOfBooth = question.languagesOfBooth == nil ? nil : ConsentQuestion.openBoothVersion
      if question.version == ConsentQuestion.boothVersion { question.version = ConsentQuestion.openBoothVersion }
    }
    return question
  }

  /// The event's words in `language`, whatever the region of the code they are filed under; nil where it has none.
  public func text(in language: Language) -> String? { Event.translation(texts, in: language) }
}
