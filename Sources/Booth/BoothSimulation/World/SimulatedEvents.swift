import BoothCore
import Locations

/// The events of a simulated booth: FotoX's plan, photos only with a choice of looks, two places of old photographs, one that asks its guests, and everything as short as can be.
enum SimulatedEvents {
  static let linkBase = "https://gallery.example"
  /// What is chosen at the first start: in every third night the one that asks its guests, in every sixth the one that
  /// keeps nothing longer than it must, and in every sixth an old photograph's place.
  static func first(of plan: NightPlan) -> String {
    switch plan.seed % 6 {
    case 0, 3: "exhibition"
    case 1: "lab"
    case 2: "location:gate"
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
    place(3, "gate"),
    Event(
      id: 4, slug: "lab", name: "Lab", date: "2026-09-21", keep: Event.KeepPolicy(untilUploaded: true), timings: .lab,
      plan: .fotoX(count: 2, clip: .milliseconds(500), countdown: .zero, review: .zero)),
    Event(
      id: 5, slug: "exhibition", name: "Exhibition", date: "2026-09-21", languages: ["he", "ar", "en"],
      filters: [.warm, .blackAndWhite],
      consent: EventConsent(question: ConsentQuestion(version: "1", offersKeepingHere: true))),
    place(6, "wall"),
  ]

  /// An old photograph's place, where one photo is taken at a time.
  private static func place(_ number: EventID, _ id: String) -> Event {
    Event(
      id: number, slug: "location:\(id)", name: id, date: "",
      plan: CapturePlan(
        strips: [
          CapturePlan.Strip(start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(5), guide: "then.jpg")
        ], location: id))
  }

  /// The old pictures.
  static let locations: [(id: LocationID, old: [UInt8])] = ["gate", "wall"].compactMap { name in
    LocationID(name).map { ($0, picture(Array("the old \(name)".utf8))) }
  }

  static func location(_ id: LocationID, at time: WallTime) -> Location {
    Location(
      id: id, title: id.text, latitude: 31.7767, longitude: 35.2276, pair: id.text,
      old: LocationPicture(name: "", bytes: 0, checksum: ""), createdAt: time)
  }

  /// Some content as the file of a picture, by its first bytes.
  static func picture(_ content: [UInt8]) -> [UInt8] { [0xFF, 0xD8, 0xFF, 0xE0] + content }

  static let flowEvents = all.map { FlowEvent($0) }

  static func event(_ slug: String) -> Event? { all.first { $0.slug == slug } }
}
