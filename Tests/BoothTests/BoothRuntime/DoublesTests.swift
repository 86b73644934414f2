import BoothCore
import BoothTesting
import Testing

/// The doubles that stand behind the runtime's ports here keep what the ports promise, as the real ones do.
@Suite struct DoublesTests {
  @Test(arguments: SessionStoreConformance.checks)
  func `the store in memory keeps the promises of the port`(_ check: SessionStoreConformance) async throws {
    let store = try MemorySessionStore()
    try await check.run(
      SessionStoreConformance.Subject(store) {
        try store.reopened()
      } put: {
        store.put($0, at: $1)
      })
  }

  @Test(arguments: GalleryConformance.checks)
  func `the gallery that takes everything keeps the promises of the port`(_ check: GalleryConformance) async throws {
    try await check.run(StandInGallery())
  }

  @Test(.timeLimit(.minutes(15)), arguments: ScreenConformance.checks)
  func `the screen that remembers keeps the promises of the port`(_ check: ScreenConformance) async throws {
    try await check.run(StandInScreen())
  }

  @Test(arguments: ClipRecorderConformance.checks)
  func `the recorder of made-up clips keeps the promises of the port`(_ check: ClipRecorderConformance) async throws {
    let store = try MemorySessionStore()
    let path = store.scratchPath(for: "clip.mp4")
    try await check.run(
      ClipRecorderConformance.Subject(StandInClips(store: store), path: path) { store.has($0) })
  }

  @Test(arguments: EventStoreConformance.checks)
  func `the list of events keeps the promises of the port`(_ check: EventStoreConformance) throws {
    let events = EventStoreConformance.slugs.enumerated().map {
      Event(id: EventID($0 + 1), slug: $1, name: $1, date: "2026-01-01")
    }
    try check.run(StandInEvents(events: events))
  }

  @Test(.timeLimit(.minutes(15)), arguments: PanelConformance.checks)
  func `the panel whose button a test closes keeps the promises of the port`(_ check: PanelConformance) async throws {
    let panel = StandInPanel()
    let moments = [1, 2, 3].map { Instant(nanoseconds: $0) }
    let expected = moments.map { PanelSignal.contact(PanelContact(button: 0, isClosed: true, at: $0)) }
    try await check.run(
      PanelConformance.Subject(panel, expected: expected) {
        for moment in moments { panel.closes(at: moment) }
      } leave: {
        panel.leaves()
      })
  }
}
