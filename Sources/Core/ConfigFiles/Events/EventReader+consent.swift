import BoothCore

extension EventReader {
  /// `{"version": "2026-06", "texts": {"en": "…"}, "keep_here": true}`, or `true` for the booth's own words.
  mutating func consent(in event: FileFields, languages: [String]) -> EventConsent? {
    switch event.object["consent"] {
    case nil, .bool(false)?, .null?: return nil
    case .bool(true)?:
      return EventConsent(question: ConsentQuestion(version: ConsentQuestion.boothVersion, offersKeepingHere: false))
    default: break
    }
    guard let fields = event["consent"].flatMap(FileFields.init) else {
      // An author who writes the key wants guests to be asked.
      warn(
        event.path("consent"), expected: "true, or an object with version and texts", found: event.found("consent"),
        "the booth's own question is asked")
      return EventConsent(question: ConsentQuestion(version: ConsentQuestion.boothVersion, offersKeepingHere: false))
    }
    checkKeys(of: fields, known: ["version", "texts", "keep_here"])
    let version = text("version", in: fields, limit: 40, otherwise: "\"1\" is used") ?? "1"
    let keepsHere = bool("keep_here", in: fields, otherwise: false)
    var consent = EventConsent(
      question: ConsentQuestion(version: version.isEmpty ? "1" : version, offersKeepingHere: keepsHere))
    guard let texts = object("texts", in: fields) else { return consent }
    consent.texts = translations(in: texts, limit: 600)
    for code in languages {
      guard let language = Language(code: code), consent.text(in: language) == nil else { continue }
      warn(
        texts.path(code), expected: "the question in \(code)", found: "nothing", "the booth's own words are asked",
        .advice)
    }
    return consent
  }
}
