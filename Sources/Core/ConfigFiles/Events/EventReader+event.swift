import BoothCore

extension EventReader {
  /// FotoX's keys of an event.
  private static let keys = ["id", "name", "date", "theme"]
  /// Keys of our own: an event with any of them is ours.
  private static let ownKeys = [
    "languages", "names", "attract", "gallery", "keep", "expires", "timings", "plan", "layout", "sound",
    "screen_flash", "spoken", "show_last", "photo_check", "consent", "email", "filters", "films", "prints",
    "layouts",
  ]
  /// The largest whole number that JavaScript, and so the gallery's index, keeps exact.
  private static let maximumID = 9_007_199_254_740_991

  mutating func event(in value: FileValue, isFirst: Bool) -> Event? {
    guard let fields = taken(value, expected: "an event, which is an object", FileFields.init) else { return nil }
    checkKeys(of: fields, known: Self.keys + Self.ownKeys)
    let id = identifier(in: fields)
    let name = name(in: fields)
    let isOurs = fields.object.keys.contains(where: Self.ownKeys.contains)
    let timings = timings(in: fields)
    var plan = plan(in: fields, timings: timings)
    plan.photoCheck = photoCheck(in: fields)
    let languages = languages(in: fields)
    let theme = theme(in: fields, languages: languages)
    let layout = layout(in: fields, strips: plan.strips.count, hasLogo: theme.hasLogoFile)
    let names = object("names", in: fields).map { translations(in: $0, limit: 200) } ?? [:]
    checkTranslations(names, in: languages, of: fields)
    // Without them it cannot be used; the rest is read all the same, so that every mistake is named at once.
    let prints = prints(in: fields)
    var event = Event(
      id: id ?? 1, slug: isFirst ? folder : "\(folder)-\(id ?? 1)", name: name ?? folder, date: date(in: fields),
      theme: theme,
      languages: languages, names: names, attract: picture("attract", in: fields),
      gallery: gallery(in: fields, isOurs: isOurs), keep: keep(in: fields), expiresAt: expiry(in: fields),
      timings: timings, plan: plan, layout: layout.pixels, printLayout: layout.print,
      filters: filters(in: fields), films: films(in: fields), sound: bool("sound", in: fields, otherwise: false),
      screenFlash: bool("screen_flash", in: fields, otherwise: false),
      spoken: bool("spoken", in: fields, otherwise: false),
      showsLast: bool("show_last", in: fields, otherwise: false),
      takesEmails: bool("email", in: fields, otherwise: false), prints: prints.copies,
      consent: consent(in: fields, languages: languages), folder: folder)
    event.printLimits = prints.limits
    event.printsFromGallery = prints.fromGallery
    event.layouts = layouts(
      in: fields, strips: plan.strips.count, hasLogo: theme.hasLogoFile, own: layout, languages: languages)
    guard id != nil, name != nil else {
      leaveOut(event)
      return nil
    }
    return event
  }

  /// `"prints": {"copies": 2, "per_event": 300, "per_hour": 60, "from_gallery": true}`; 0 copies: none at this event.
  private mutating func prints(in fields: FileFields) -> (copies: Int?, limits: PrintLimits, fromGallery: Bool) {
    guard let prints = object("prints", in: fields) else { return (nil, PrintLimits(), false) }
    checkKeys(of: prints, known: ["copies", "per_event", "per_hour", "from_gallery"])
    let copies = number(
      "copies", in: prints, 0...PrintForm.mostCopies, "how many prints of a session guests may have")
    let limits = PrintLimits(
      perEvent: number("per_event", in: prints, 1...100_000, "how many prints all its guests together may have"),
      perHour: number("per_hour", in: prints, 1...100_000, "how many prints its guests may have within an hour"))
    return (copies, limits, bool("from_gallery", in: prints, otherwise: false))
  }

  private mutating func number(_ key: String, in fields: FileFields, _ range: ClosedRange<Int>, _ what: String) -> Int?
  {
    value(key, in: fields, expected: "\(what), \(range.lowerBound) to \(range.upperBound)") { value in
      value.wholeNumber.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private mutating func identifier(in fields: FileFields) -> EventID? {
    value("id", in: fields, expected: "a positive whole number", isRequired: true) { value in
      value.wholeNumber.flatMap { (1...Self.maximumID).contains($0) ? $0 : nil }
    }
  }

  private mutating func name(in fields: FileFields) -> String? {
    let raw = value("name", in: fields, expected: "a text that is not empty", isRequired: true) { value in
      value.text.flatMap { $0.trimmed.isEmpty ? nil : $0 }
    }
    guard let raw else { return nil }
    let name = line(raw, at: fields.path("name"), limit: 200)
    guard !name.isEmpty else {
      refuse(fields.path("name"), expected: "a text that can be shown", found: fields.found("name"))
      return nil
    }
    return name
  }

  /// A date that is none is shown as it is, as FotoX shows it.
  private mutating func date(in fields: FileFields) -> String {
    let expected = "a day as yyyy-MM-dd"
    // An event need not have one.
    guard let date = text("date", in: fields, limit: 60, otherwise: "no date is shown"), !date.isEmpty else {
      return ""
    }
    if CivilDate.day(date) == nil {
      warn(fields.path("date"), expected: expected, found: fields.found("date"), "it is shown as it is")
    }
    return date
  }

  // MARK: Our own keys

  private mutating func languages(in fields: FileFields) -> [String] {
    var languages: [String] = []
    for item in list("languages", in: fields, of: "language codes", limit: 16) ?? [] {
      let code = taken(item, expected: "a BCP 47 code such as en or pt-BR", otherwise: "it is ignored") {
        $0.text.flatMap(Self.languageCode)
      }
      guard let code else { continue }
      if languages.contains(code) {
        warn(item.path, expected: "each language once", found: item.summary, "it is ignored")
      } else {
        languages.append(code)
      }
    }
    return languages.isEmpty ? ["en"] : languages
  }

  /// Language names that are accepted in place of codes: in English, and in the language itself.
  private static let languageNames: [String: String] = [
    "english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "francais": "fr",
    "spanish": "es",
    "español": "es", "espanol": "es", "castellano": "es", "hebrew": "he", "עברית": "he", "ivrit": "he", "arabic": "ar",
    "العربية": "ar", "عربي": "ar", "italian": "it", "italiano": "it", "portuguese": "pt", "português": "pt",
    "russian": "ru",
    "русский": "ru", "polish": "pl", "polski": "pl", "dutch": "nl", "nederlands": "nl", "turkish": "tr", "türkçe": "tr",
    "englisch": "en", "französisch": "fr", "spanisch": "es", "hebräisch": "he", "arabisch": "ar", "anglais": "en",
    "allemand": "de", "espagnol": "es", "hébreu": "he", "arabe": "ar", "inglés": "en", "alemán": "de", "francés": "fr",
    "hebreo": "he", "árabe": "ar", "אנגלית": "en", "גרמנית": "de", "צרפתית": "fr", "ספרדית": "es", "ערבית": "ar",
    "الإنجليزية": "en", "الألمانية": "de", "الفرنسية": "fr", "الإسبانية": "es", "العبرية": "he",
  ]

  /// `code` in the usual case of its parts (`pt-BR`, `zh-Hant`), or nil if it has not the form of BCP 47.
  static func languageCode(_ code: String) -> String? {
    guard code.utf8.count <= 35 else { return nil }
    if let named = languageNames[code.trimmed.lowercased()] { return named }
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({
        (1...8).contains($0.utf8.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }),
      let language = parts.first, (2...8).contains(language.count), language.allSatisfy(\.isLetter)
    else { return nil }
    return parts.enumerated().map { index, part in
      switch (index, part.count) {
      case (0, _): part.lowercased()
      case (_, 2): part.uppercased()
      case (_, 4) where part.first?.isLetter == true: part.prefix(1).uppercased() + part.dropFirst().lowercased()
      default: part.lowercased()
      }
    }.joined(separator: "-")
  }

  private mutating func gallery(in fields: FileFields, isOurs: Bool) -> Event.GalleryAccess {
    guard fields.object["gallery"] != nil else { return isOurs ? .link : .open }
    return choice(
      "gallery", in: fields, of: Event.GalleryAccess.self, expected: "\"link\" or \"open\"",
      otherwise: "\"link\" is used") ?? .link
  }

  private mutating func photoCheck(in fields: FileFields) -> PhotoCheck? {
    choice(
      "photo_check", in: fields, of: PhotoCheck.self, expected: "\"on\", \"ask\" or \"off\"",
      otherwise: "the booth's setting camera.check is used")
  }

  private mutating func expiry(in fields: FileFields) -> Int64? {
    value(
      "expires", in: fields, expected: "a day as yyyy-MM-dd or a moment as 2026-12-31T20:00:00Z",
      otherwise: "uploads are tried for ever"
    ) { value in value.text.flatMap { CivilDate.moment($0.trimmed) } }
  }
}
