import BoothCore
import HTTPTypes
import Hummingbird
import Logging
import WebSupport

/// Guests order a print on their session's page, of a booth that serves it itself.
extension Gallery {
  /// Whether a session's page may offer prints at all: then what it offers is asked for with each request.
  func mayPrint(_ event: EventID?) -> Bool {
    configuration.prints != nil && event.flatMap { configuration.events[$0] }?.printsFromGallery == true
  }

  /// Nil where nothing is offered.
  func printOffer(_ session: SessionName, _ event: EventID?) async -> GuestPrintOffer? {
    guard mayPrint(event), let desk = configuration.prints, let id = SessionID(session.text) else { return nil }
    return await desk.printOffer(of: id)
  }

  /// `POST /s/{id}/print`, with `after` in the form: how many were ordered when the page was made.
  func printSession(_ session: SessionName, _ call: WebCall, _ context: WebContext) async throws -> WebAnswer {
    let body = try await call.body(upTo: 256, context)
    // Who knows the link may print; another site's page that sends its readers here does so without them.
    if call.request.headers[Self.fetchSite].map({ $0 != "same-origin" && $0 != "none" }) ?? false {
      return WebAnswer.error(.forbidden, "Prints are ordered on the session's own page")
    }
    let found = try await traces(of: session)
    guard !found.isErased, let version = found.manifest, let (manifest, _) = try await manifest(session, version),
      mayPrint(manifest.eventID), let desk = configuration.prints, let id = SessionID(session.text)
    else { return .notFound }
    if let event = manifest.eventID {
      let standing = try await standing(event)
      if standing.settings.isOver(at: now()), try await refusal(event, standing, call) == .ended {
        return PageShell(self, event: event, languages: call.languages, depth: 3).ended()
      }
    }
    guard let ordered = Query(String(decoding: body, as: UTF8.self))["after"].flatMap({ Int($0) }), ordered >= 0 else {
      return WebAnswer.error(.badRequest, "after: expected how many prints were ordered")
    }
    let reply = await desk.orderPrint(of: id, after: ordered)
    logger.info("a print was asked for on a page", metadata: ["gallery.print": "\(reply)"])
    guard reply != .ordered else {
      var answer = Self.moved(to: session.text, call)
      answer.status = .seeOther
      return answer
    }
    return PageShell(self, event: manifest.eventID, languages: call.languages, depth: 3).notPrinted(session, reply)
  }

  /// Fetch Metadata (W3C): who has made the request, as browsers say it.
  private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

extension PageShell {
  /// The button, and what was ordered; nothing where nothing is offered.
  func prints(_ session: SessionName, _ offer: GuestPrintOffer?) -> HTML? {
    guard let offer else { return nil }
    let words = words.prints
    let ordered: HTML? = offer.ordered > 0 ? "<p class=\"quiet\" role=\"status\">\(words.ordered)</p>\n" : nil
    let button: HTML? =
      offer.left > 0
      ? """
      <form method="post" action="\(link("s/" + PercentEncoding.component(session.text) + "/print"))">\
      <input type="hidden" name="after" value="\(offer.ordered)"><p><button class="button" type="submit">\
      \(offer.ordered > 0 ? words.printAnother : words.print)</button></p></form>

      """ : nil
    return "\(ordered)\(button)"
  }

  /// Why nothing was ordered.
  func notPrinted(_ session: SessionName, _ reply: GuestPrintReply) -> WebAnswer {
    let words = words.prints
    let text = reply == .noneLeft ? words.noneLeft : words.notNow
    return answer(
      reply == .noneLeft ? .conflict : .serviceUnavailable, heading: words.print, caching: "no-store",
      main: """
        <div class="notice"><h1>\(words.print)</h1>
        <p>\(text)</p>
        <p><a class="button" href="\(link("s/" + PercentEncoding.component(session.text)))">\(self.words.pictures)</a></p></div>

        """)
  }
}

/// What the pages say of prints, in one language.
struct GalleryPrintWords: Sendable {
  var print: String
  var printAnother: String
  var ordered: String
  var notNow: String
  var noneLeft: String

  static let english = GalleryPrintWords(
    print: "Print", printAnother: "Print another",
    ordered: "Your print is on its way. Please collect it at the photo booth.",
    notNow: "The printer is not available at the moment. Please try again a little later.",
    noneLeft: "No more prints are available.")

  private static let all: [String: GalleryPrintWords] = [
    "en": english,
    "de": GalleryPrintWords(
      print: "Drucken", printAnother: "Noch einmal drucken",
      ordered: "Euer Druck ist unterwegs. Bitte holt ihn an der Fotobox ab.",
      notNow: "Der Drucker ist gerade nicht verfügbar. Bitte versucht es etwas später noch einmal.",
      noneLeft: "Es sind keine weiteren Drucke verfügbar."),
    "fr": GalleryPrintWords(
      print: "Imprimer", printAnother: "Imprimer encore",
      ordered: "Votre tirage arrive. Récupérez-le au photomaton.",
      notNow: "L’imprimante n’est pas disponible pour le moment. Réessayez un peu plus tard.",
      noneLeft: "Il n’y a plus de tirages disponibles."),
    "es": GalleryPrintWords(
      print: "Imprimir", printAnother: "Imprimir otra vez",
      ordered: "Tu copia está en camino. Recógela en el fotomatón.",
      notNow: "La impresora no está disponible en este momento. Inténtalo de nuevo un poco más tarde.",
      noneLeft: "No quedan más copias disponibles."),
    "he": GalleryPrintWords(
      print: "הדפסה", printAnother: "הדפסה נוספת",
      ordered: "ההדפסה שלכם בדרך. אפשר לאסוף אותה בעמדת הצילום.",
      notNow: "המדפסת אינה זמינה כרגע. נסו שוב עוד מעט.", noneLeft: "לא נותרו הדפסות זמינות."),
    "ar": GalleryPrintWords(
      print: "طباعة", printAnother: "طباعة نسخة أخرى",
      ordered: "صورتكم المطبوعة في الطريق. خذوها من كشك التصوير.",
      notNow: "الطابعة غير متاحة الآن. حاولوا مرة أخرى بعد قليل.", noneLeft: "لم تبقَ نسخ متاحة للطباعة."),
  ]

  /// The words in a language of ``PageWords``.
  static func of(_ language: String) -> GalleryPrintWords { all[language] ?? english }
}

extension PageWords {
  /// Of prints.
  var prints: GalleryPrintWords { GalleryPrintWords.of(language) }
}
