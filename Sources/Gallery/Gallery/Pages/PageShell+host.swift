import HTTPTypes
import WebSupport

extension PageShell {
  /// What waits for the host, and what guests see.
  /// - Parameters:
  ///   - shown: nil on later pages of what waits.
  ///   - key: the host's, as it was shown.
  func host(isModerated: Bool, waiting: Gallery.OrderPage, shown: Gallery.OrderPage?, key: String) -> WebAnswer {
    let own = HostWords.of(words.language)
    let query = "?key=" + PercentEncoding.component(key)
    func part(_ title: String, _ entries: [OrderEntry], _ button: String, show: Bool) -> HTML? {
      guard !entries.isEmpty else { return nil }
      let cards = entries.map { entry -> HTML in
        """
        <li>\(hostCard(entry))<form method="post" action="\(query)"><input type="hidden" name="session" value="\(entry.session.text)">\
        <button class="button" name="show" value="\(show ? "1" : "0")">\(button)</button></form></li>

        """
      }
      return "<h2>\(title)</h2>\n<ul class=\"cards\">\n\(cards)</ul>\n"
    }
    let notice: HTML? = isModerated ? nil : "<p class=\"banner\" role=\"status\">\(own.isOff)</p>\n"
    let none: HTML? = waiting.entries.isEmpty ? "<p class=\"quiet\">\(own.nothingWaits)</p>\n" : nil
    let more: HTML? = waiting.next.map {
      "<nav class=\"pages\"><a class=\"button\" rel=\"next\" href=\"\(query)&amp;after=\($0)\">\(words.older)</a></nav>\n"
    }
    var answer = answer(
      heading: own.title, refresh: waiting.entries.isEmpty ? 15 : nil, caching: "no-store",
      main: """
        <div class="lead"><h1>\(own.title)</h1></div>
        \(notice)\(none)\(part(own.waits, waiting.entries, own.show, show: true))\(more)\
        \(part(own.isShown, shown?.entries ?? [], own.hide, show: false))
        """)
    answer.headers[.contentSecurityPolicy] = answer.headers[.contentSecurityPolicy]?
      .replacing("form-action 'none'", with: "form-action 'self'")
    return answer
  }

  private func hostCard(_ entry: OrderEntry) -> HTML {
    let picture: HTML? = [entry.posterPath, entry.thumbPath].compactMap(\.self).first { !Self.isVideo($0) }.map {
      "<img src=\"\(assetLink($0))\" alt=\"\" loading=\"lazy\">"
    }
    return """
      <a class="card" href="\(link("s/" + PercentEncoding.component(entry.session.text)))">\(picture ?? "<span class=\"blank\"></span>")
      <span class="caption">\(PageDate.moment(entry.createdAt, words))</span></a>
      """
  }
}

/// What the host's page says, in one language.
struct HostWords: Sendable {
  var title: String
  var waits: String
  var nothingWaits: String
  var isShown: String
  var show: String
  var hide: String
  /// The event has no moderation.
  var isOff: String

  static let english = HostWords(
    title: "Pictures of your guests", waits: "Waiting for you", nothingWaits: "No pictures are waiting.",
    isShown: "Shown to all guests", show: "Show", hide: "Hide",
    isOff: "New pictures are shown to all guests at once.")

  private static let all: [String: HostWords] = [
    "en": english,
    "de": HostWords(
      title: "Bilder eurer Gäste", waits: "Warten auf euch", nothingWaits: "Es warten keine Bilder.",
      isShown: "Für alle Gäste zu sehen", show: "Zeigen", hide: "Verbergen",
      isOff: "Neue Bilder sind sofort für alle Gäste zu sehen."),
    "fr": HostWords(
      title: "Images de vos invités", waits: "En attente", nothingWaits: "Aucune image n’attend.",
      isShown: "Visibles par tous les invités", show: "Montrer", hide: "Masquer",
      isOff: "Les nouvelles images sont visibles par tous les invités immédiatement."),
    "es": HostWords(
      title: "Fotos de tus invitados", waits: "Pendientes", nothingWaits: "No hay fotos pendientes.",
      isShown: "Visibles para todos los invitados", show: "Mostrar", hide: "Ocultar",
      isOff: "Las fotos nuevas se muestran a todos los invitados al momento."),
    "he": HostWords(
      title: "התמונות של האורחים שלכם", waits: "ממתינות לאישור", nothingWaits: "אין תמונות שממתינות.",
      isShown: "מוצגות לכל האורחים", show: "הצגה", hide: "הסתרה",
      isOff: "תמונות חדשות מוצגות מיד לכל האורחים."),
    "ar": HostWords(
      title: "صور ضيوفكم", waits: "بانتظار موافقتكم", nothingWaits: "لا توجد صور بانتظاركم.",
      isShown: "ظاهرة لجميع الضيوف", show: "إظهار", hide: "إخفاء",
      isOff: "تظهر الصور الجديدة لجميع الضيوف فورًا."),
  ]

  /// The words in a language of ``PageWords``.
  static func of(_ language: String) -> HostWords { all[language] ?? english }
}
