import BoothCore

/// The events of a simulated booth: FotoX's plan, photos only with a choice of looks, one guided photo, one that asks its guests, and everything as short as can be.
enum SimulatedEvents {
  static let linkBase = "https://gallery.example"
  /// What is chosen at the first start: in every third night the one that asks its guests, in every sixth the one that
  /// keeps nothing longer than it must.
  static func first(of plan: NightPlan) -> String {
    switch plan.seed % 6 {
    case 0, 3: "exhibition"
    case 1: "lab"
    default: "wedding"
    }
  }

  static let all: [Event] = [
    Event(
      id: 1, slug: "wedding", name: "Wedding", date: "2026-09-21", films: [.strip, .boomerang, .gif],
      takesEmails: true),
    Event(
      id: 2, slug: "photos", name: "Photos", date: "2026-09-21", expiresAt: 1_790_000_000 + 30 * 86_400,
      plan: .fotoX(count: 4, clip: nil, countdown: .seconds(3), review: .seconds(5)),
      filters: [.none, .blackAndWhite, .sepia, .warm]),
    Event(
      id: 3, slug: "then-and-now", name: "Then and now", date: "2026-09-21", keep: Event.KeepPolicy(days: 7),
      plan: CapturePlan(strips: [
        CapturePlan.Strip(start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(5), guide: "then.jpg")
      ])),
    Event(
      id: 4, slug: "lab", name: "Lab", date: "2026-09-21", keep: Event.KeepPolicy(untilUploaded: true), timings: .lab,
      plan: .fotoX(count: 2, clip: .milliseconds(500), countdown: .zero, review: .zero)),
    Event(
      id: 5, slug: "exhibition", name: "Exhibition", date: "2026-09-21", languages: ["he", "ar", "en"],
      filters: [.warm, .blackAndWhite],
      consent: EventConsent(question: ConsentQuestion(version: "1", offersKeepingHere: true))),
  ]
  static let flowEvents = all.map { FlowEvent($0) }

  static func event(_ slug: String) -> Event? { all.first { $0.slug == slug } }
}
