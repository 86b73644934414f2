import BoothCore

extension EventReader {
  /// `{"version": "2026-06", "texts": {"en": "…"}, "keep_here": true}`, or `true` for the booth's own words.
  mutating func consent(in event: EventFields, languages: [String]) -> EventConsent? {
    switch event.object["consent"] {
    case nil, .bool(false)?, .null?: return nil
    case .bool(true)?:
      return EventConsent(question: ConsentQuestion(version: ConsentQuestion.boothVersion, offersKeepingHere: false))
    default: break
    }
    guard case .object(let members)? = event.object["consent"] else {
      // Whoever writes the key wants guests to be asked.
      warn(
        event.path("consent"), expected: "true, or an object with version and texts", found: event.found("consent"),
        "the booth's own question is asked")
      return EventConsent(question: ConsentQuestion(version: ConsentQuestion.boothVersion, offersKeepingHere: false))
    }
    let fields = EventFields(members, at: event.path("consent"))
    checkKeys(of: fields, known: ["version", "texts", "keep_here"])
    let version = text("version", in: fields, limit: 40, otherwise: "\"1\" is used") ?? "1"
    let keepsHere = bool("keep_here", in: fields, otherwise: false)
    var consent = EventConsent(
      question: ConsentQuestion(version: version.isEmpty ? "1" : version, offersKeepingHere: keepsHere))
    guard let texts = object("texts", in: fields) else { return consent }
    for key in texts.object.keys.sorted() {
      guard consent.texts.count < 32, let code = Self.languageCode(key) else {
        warn(
          texts.path(key.printable(limit: 48)), expected: "a BCP 47 code such as en or pt-BR, at most 32 of them",
          found: "\"\(key.printable(limit: 48))\"", "it is ignored")
        continue
      }
      if let words = text(key, in: texts, limit: 600), !words.isEmpty { consent.texts[code] = words }
    }
    for code in languages {
      guard let language = Language(code: code), consent.text(in: language) == nil else { continue }
      warn(
        texts.path(code), expected: "the question in \(code)", found: "nothing", "the booth's own words are asked",
        .advice)
    }
    return consent
  }
}
