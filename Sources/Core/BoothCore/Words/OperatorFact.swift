/// What the settings scene says of the booth, in the language of the scene. Names of events and cameras and addresses are what
/// they are in all of them.
public enum OperatorFact: Sendable, Equatable {
  /// The chosen event, by its folder's name; nil while none is.
  case event(String?)
  /// The camera in use; nil while none is ready.
  case camera(String?)
  /// How many jobs are not over, and how many of them wait for the operator.
  case queue(jobs: Int, waiting: Int)
  /// What links begin with.
  case links(String)

  /// The wording in `language`.
  public func text(in language: Language) -> String { wording[language] }

  /// Built so that no form depends on a number.
  private var wording: Wording {
    switch self {
    case .event(nil):
      Wording(
        en: "Event: none", de: "Veranstaltung: keine", fr: "Événement\u{202F}: aucun", es: "Evento: ninguno",
        he: "אירוע: אין", ar: "المناسبة: لا توجد")
    case .event(let name?):
      Wording(
        en: "Event: \(name)", de: "Veranstaltung: \(name)", fr: "Événement\u{202F}: \(name)", es: "Evento: \(name)",
        he: "אירוע: \(name)", ar: "المناسبة: \(name)")
    case .camera(nil):
      Wording(
        en: "Camera: not ready", de: "Kamera: nicht bereit", fr: "Appareil\u{202F}: pas prêt",
        es: "Cámara: no está lista",
        he: "מצלמה: לא מוכנה", ar: "الكاميرا: غير جاهزة")
    case .camera(let name?):
      Wording(
        en: "Camera: \(name)", de: "Kamera: \(name)", fr: "Appareil\u{202F}: \(name)", es: "Cámara: \(name)",
        he: "מצלמה: \(name)", ar: "الكاميرا: \(name)")
    case .queue(let jobs, let waiting):
      Wording(
        en: "Jobs in the queue: \(jobs), waiting for you: \(waiting)",
        de: "Aufträge in der Warteschlange: \(jobs), davon warten auf euch: \(waiting)",
        fr: "Tâches en attente\u{202F}: \(jobs), dont pour vous\u{202F}: \(waiting)",
        es: "Tareas en cola: \(jobs); esperan tu intervención: \(waiting)",
        he: "משימות בתור: \(jobs), ממתינות לך: \(waiting)",
        ar: "المهام في الانتظار: \(jobs)، منها ما ينتظركم: \(waiting)")
    case .links(let base):
      Wording(
        en: "Links: \(base)", de: "Links: \(base)", fr: "Liens\u{202F}: \(base)", es: "Enlaces: \(base)",
        he: "קישורים: \(base)", ar: "الروابط: \(base)")
    }
  }
}
