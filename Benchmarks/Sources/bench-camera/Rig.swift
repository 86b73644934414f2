import Video
import BoothCore
import Imaging
import BoothRuntime
import BoothStore
import Logging

/// A whole booth over a camera, with everything else real but the gallery, and the screen unless one is given.
struct Rig {
  let screen: WatchingScreen
  let booth: Booth
  let clock = SystemClock()
  private let store: VaultSessionStore
  private let running: Task<Void, any Error>

  init(
    _ camera: any CameraSource, plan: CapturePlan, timings: Timings, folder: String,
    calibrations: CalibrationBook = CalibrationBook(), screen other: (any ScreenDriver)? = nil,
    panels: [any PanelDriver] = []
  ) async throws {
    let log = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    screen = WatchingScreen(clock: clock)
    store = try VaultSessionStore.open(folder: folder)
    let event = Event(id: 1, slug: "bench", name: "Bench", date: "2026-06-20", timings: timings, plan: plan)
    let ports = BoothPorts(
      clock: clock, store: store, events: OneEvent(events: [event]), camera: camera,
      frameDecoder: { SharedFrameDecoder() }, clips: H264ClipRecorder(),
      darkroom: JPEGDarkroom(), compositor: CompositeRenderer(), filmStrips: FilmStripComposer(),
      boomerangs: BoomerangComposer(), gallery: NoGallery(),
      screen: other ?? screen, panels: panels, journal: nil)
    booth = Booth(
      ports: ports,
      options: BoothOptions(linkBase: "http://b.example", event: "bench", calibrations: calibrations, seed: 1), log: log
    )
    running = Task { [booth] in try await booth.run() }
  }

  /// Ends the booth, at once.
  func end() async throws {
    booth.post(.requested(.shutDown))
    booth.post(.requested(.shutDown))
    try await running.value
    store.close()
  }
}

private struct OneEvent: EventBook {
  var events: [Event]
  func artwork(of event: Event) -> Artwork { Artwork() }
}

/// A gallery that cannot be reached.
private struct NoGallery: GalleryClient {
  private var away: GalleryError { GalleryError(.unreachable, subject: "gallery", detail: "there is none") }
  func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) throws(GalleryError) -> [UploadTarget] { throw away }
  func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) throws(GalleryError) { throw away }
  func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) throws(GalleryError) { throw away }
  func uploadEmails(_ bytes: [UInt8], event: EventID) throws(GalleryError) { throw away }
  func erase(event: EventID, session: SessionID) throws(GalleryError) { throw away }
  func size(of path: String, expecting expected: Int64) throws(GalleryError) -> Int64? { throw away }
  func health() throws(GalleryError) { throw away }
}
