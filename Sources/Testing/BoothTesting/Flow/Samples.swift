public import BoothCore

extension SessionRef {
  /// The `number`th session of a test; its link is the gallery's.
  public static func sample(_ number: UInt8 = 1, staysHere: Bool = false) -> SessionRef {
    let id = SessionID(randomBytes: Array(repeating: number, count: 16))
    return SessionRef(
      id: id, link: GalleryPath.link(base: "https://gallery.example", session: id), staysHere: staysHere)
  }
}

extension Asset {
  public static func photo(
    _ id: AssetID, of session: SessionRef = .sample(), strip: Int = 0, fromLiveView: Bool = false
  ) -> Asset {
    Asset(
      id: id, session: session.id, kind: .photo, strip: strip, path: "sessions/\(session.id)/\(id).jpg",
      sizeBytes: 1_000_000 + id, checksum: String(repeating: "a", count: 64), fromLiveView: fromLiveView)
  }

  public static func clip(_ id: AssetID, of session: SessionRef = .sample(), strip: Int = 0) -> Asset {
    Asset(
      id: id, session: session.id, kind: .video, strip: strip, path: "sessions/\(session.id)/\(id).mp4",
      sizeBytes: 2_000_000 + id, checksum: String(repeating: "b", count: 64), duration: .seconds(10), frames: 300,
      droppedFrames: 2)
  }
}

extension FlowEvent {
  /// FotoX's plan and timings: three strips, each a clip of 10 s, a countdown of 3 s, a review of 5 s.
  public static let wedding = FlowEvent(
    slug: "wedding",
    plan: .fotoX(clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)), timings: Timings())

  /// The same with photos only.
  public static let photos = FlowEvent(
    slug: "photos", plan: .fotoX(clip: nil, countdown: .seconds(3), review: .seconds(5)), timings: Timings())

  /// One photo, taken on a press, with a picture to aim by.
  public static let thenAndNow = FlowEvent(
    slug: "then-and-now",
    plan: CapturePlan(strips: [
      CapturePlan.Strip(
        start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(5), guide: "guides/jaffa-gate.jpg")
    ]), timings: Timings())

  /// The same of a location, where points can be marked.
  public static let location = FlowEvent(
    slug: "location:jaffa-gate",
    plan: CapturePlan(
      strips: [
        CapturePlan.Strip(
          start: .onPress, clip: nil, countdown: .seconds(3), review: .seconds(60), guide: "old.jpg")
      ], location: "jaffa-gate"), timings: Timings())

  /// One photo, in three languages, after a question with three answers.
  public static let exhibition = FlowEvent(
    slug: "exhibition", plan: .fotoX(count: 1, clip: nil, countdown: .seconds(3), review: .seconds(5)),
    timings: Timings(), languages: ["he", "ar", "en"],
    consent: ConsentQuestion(version: "2026-06", offersKeepingHere: true))

  /// One photo, in one of two looks.
  public static let looks = FlowEvent(
    slug: "looks", plan: .fotoX(count: 1, clip: nil, countdown: .seconds(3), review: .seconds(5)),
    timings: Timings(), looks: [.none, .blackAndWhite])

  /// One photo, whose link guests may have by e-mail.
  public static let emails = FlowEvent(
    slug: "emails", plan: .fotoX(count: 1, clip: nil, countdown: .seconds(3), review: .seconds(5)),
    timings: Timings(), takesEmails: true)

  /// One photo, of which guests may have up to two prints.
  public static let prints = FlowEvent(
    slug: "prints", plan: .fotoX(count: 1, clip: nil, countdown: .seconds(3), review: .seconds(5)),
    timings: Timings(), prints: 2)

  /// The same in one of two layouts.
  public static let layouts = FlowEvent(
    slug: "layouts", plan: prints.plan, timings: prints.timings, prints: 2, layouts: ["strip", "postcard"])

  /// Short and without pauses: clip 0.5 s, no countdown, no review, no QR screen.
  public static let lab = FlowEvent(
    slug: "lab", plan: .fotoX(clip: .milliseconds(500), countdown: .zero, review: .zero), timings: .lab)

  /// Each strip waits for a press, then takes a clip and a photo.
  public static let onPress = FlowEvent(
    slug: "on-press",
    plan: CapturePlan(
      strips: Array(
        repeating: CapturePlan.Strip(
          start: .onPress, clip: .seconds(10), countdown: .seconds(3), review: .seconds(5)), count: 2)),
    timings: Timings())
}
