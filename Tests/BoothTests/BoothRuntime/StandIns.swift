import BoothCore
import BoothTesting
import FoundationEssentials
import Synchronization

/// A camera that a test drives: each call does what its script says.
final class StandInCamera: CameraSource {
  enum Call: Sendable {
    case answer, hang
    /// Of a photo: black, as ``StandInStudio`` sees it.
    case dark
    case fail(CameraError)
  }

  struct State {
    var photos: [Call] = []
    var opens: [Call] = []
    var steps: [Call] = []
    /// What was asked of the device, in order: `open`, `release`, `reset-usb`, `cut-power`.
    var asked: [String] = []
    var generations = 0
    var closed = 0
    var sink: (any FrameSink)?
    /// The frame that comes by itself when live view starts is no picture.
    var isGarbled = false
    var sequence: UInt64 = 0
  }

  let state = Mutex(State())
  let name: String
  let recovery: RecoverySteps
  private let clock: ManualClock

  init(clock: ManualClock, name: String = "stand-in", recovery: RecoverySteps = RecoverySteps()) {
    self.clock = clock
    self.name = name
    self.recovery = recovery
  }

  func resetUSB() async throws(CameraError) { try await step("reset-usb") }
  func cutPower() async throws(CameraError) { try await step("cut-power") }

  fileprivate func step(_ name: String) async throws(CameraError) {
    let call = state.withLock { state -> Call in
      state.asked.append(name)
      return state.steps.isEmpty ? .answer : state.steps.removeFirst()
    }
    switch call {
    case .answer, .dark: return
    case .fail(let error): throw error
    case .hang:
      let (never, _) = AsyncStream.makeStream(of: Void.self)
      for await _ in never {}
    }
  }

  func makeDriver() -> any CameraDriver {
    state.withLock { $0.generations += 1 }
    return Driver(camera: self)
  }

  /// Delivers one live frame, captured now.
  /// - Parameters:
  ///   - isPicture: otherwise it cannot be decoded.
  ///   - wait: it says that it was captured when so much time will have passed.
  func deliverFrame(isPicture: Bool = true, after wait: Duration = .zero) {
    let (sink, sequence) = state.withLock { state in
      state.sequence += 1
      return (state.sink, state.sequence)
    }
    let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: 24, alignment: 16)
    pixels.initializeMemory(as: UInt8.self, repeating: isPicture ? 128 : 0)
    let keeper = PixelKeeper(pixels)
    sink?.receive(
      Frame(
        sequence: sequence, capturedAt: clock.now + wait, size: PixelSize(width: 4, height: 4), layout: .i420,
        strideBytes: 4, bytes: UnsafeRawBufferPointer(pixels)
      ) { keeper.free() })
  }

  private struct PixelKeeper: @unchecked Sendable {
    // Freed once, by the frame that owns it.
    let pixels: UnsafeMutableRawBufferPointer
    init(_ pixels: UnsafeMutableRawBufferPointer) { self.pixels = pixels }
    func free() { pixels.deallocate() }
  }

  private struct Driver: CameraDriver {
    let camera: StandInCamera
    let reports: AsyncStream<CameraReport>
    private let closing: AsyncStream<CameraReport>.Continuation

    init(camera: StandInCamera) {
      self.camera = camera
      (reports, closing) = AsyncStream.makeStream(of: CameraReport.self)
    }

    private func perform(_ call: Call?) async throws(CameraError) {
      switch call {
      case nil, .answer, .dark: return
      case .fail(let error): throw error
      case .hang:
        let (never, _) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
      }
    }

    func open() async throws(CameraError) -> CameraDescription {
      camera.state.withLock { $0.asked.append("open") }
      try await perform(camera.state.withLock { $0.opens.isEmpty ? nil : $0.opens.removeFirst() })
      return CameraDescription(id: "stand-in", model: camera.name, driver: "test", takesStills: true, formats: [])
    }

    func startLiveView(
      _ request: LiveViewRequest, into sink: any FrameSink
    ) async throws(CameraError) -> LiveViewFormat {
      camera.state.withLock { $0.sink = sink }
      camera.deliverFrame(isPicture: camera.state.withLock { !$0.isGarbled })
      return LiveViewFormat(size: PixelSize(width: 4, height: 4), layout: .i420, framesPerSecond: 30)
    }

    func stopLiveView() async throws(CameraError) { camera.state.withLock { $0.sink = nil } }

    func takePhoto() async throws(CameraError) -> Photo {
      let call = camera.state.withLock { $0.photos.isEmpty ? nil : $0.photos.removeFirst() }
      try await perform(call)
      let isDark = if case .dark = call { true } else { false }
      return Photo(jpeg: [isDark ? 0 : 1], size: PixelSize(width: 4, height: 4))
    }

    func release() async throws(CameraError) { try await camera.step("release") }

    func setParameter(_ name: String, to value: String) async throws(CameraError) {}

    func close() async {
      camera.state.withLock { $0.closed += 1 }
      closing.finish()
    }
  }
}

/// Knows by a frame's first byte whether it is a picture.
struct StandInDecoder: FrameDecoder {
  func share(_ frame: Frame, told: @escaping @Sendable (ImageError?) -> Void) -> Frame {
    Frame(frame, bytes: frame.bytes, decoding: Decoding(told: told))
  }

  private final class Decoding: FrameDecoding {
    let told: @Sendable (ImageError?) -> Void
    init(told: @escaping @Sendable (ImageError?) -> Void) { self.told = told }

    func fault(of frame: Frame) -> ImageError? {
      let fault =
        frame.bytes[0] == 0 ? ImageError(.unreadable, subject: "the live frame", detail: "its first byte is 0") : nil
      told(fault)
      return fault
    }
  }
}

/// Clips that are made at once, or fail when the test says so.
final class StandInClips: ClipRecorder {
  /// Of the clips that were begun, in their order.
  let failures = Mutex<[@Sendable (ClipError) -> Void]>([])
  let finished = Atomic<Int>(0)
  let prepared = Atomic<Int>(0)
  /// When the frames were captured that any of them got.
  let received = Mutex<[Instant]>([])
  private let store: MemorySessionStore

  /// - Parameter store: where the files of clips are written.
  init(store: MemorySessionStore) { self.store = store }

  func prepare() { prepared.add(1, ordering: .relaxed) }

  func start(
    _ request: ClipRequest, failed: @escaping @Sendable (ClipError) -> Void
  ) throws(ClipError) -> any ClipRecording {
    failures.withLock { $0.append(failed) }
    return Recording(clips: self, path: request.path)
  }

  final class Recording: ClipRecording {
    let clips: StandInClips
    let path: String
    private let frames = Atomic<Int>(0)
    init(clips: StandInClips, path: String) {
      self.clips = clips
      self.path = path
    }

    func receive(_ frame: Frame) {
      frames.add(1, ordering: .relaxed)
      clips.received.withLock { $0.append(frame.capturedAt) }
    }

    func finish() async throws(ClipError) -> RecordedClip {
      let count = frames.load(ordering: .relaxed)
      guard count > 0 else { throw ClipError(.noFrames, subject: path, detail: "not one frame arrived") }
      clips.finished.add(1, ordering: .relaxed)
      clips.store.put([4], at: path)
      return RecordedClip(
        path: path, size: PixelSize(width: 4, height: 4), duration: .seconds(10), frames: count, droppedFrames: 0)
    }
    func cancel() async {}
  }
}

/// Remembers what stood on composites.
final class StandInPrints: Sendable {
  let links = Mutex<[String?]>([])
  let looks = Mutex<[PhotoFilter]>([])
  /// Of the sheets that were drawn for a printer, and for guests to choose from.
  let layouts = Mutex<[CompositeLayout]>([])
  /// How often artwork was let go of.
  let letGos = Mutex(0)
  let filmLooks = Mutex<[PhotoFilter]>([])
  let boomerangs = Mutex<[BoomerangRequest]>([])
  /// Those that are films; GIFs can always be made.
  let refusesBoomerangs = Mutex(false)
  /// Where films are written.
  let store: MemorySessionStore

  init(store: MemorySessionStore) { self.store = store }
}

struct StandInStudio: Darkroom, Compositor, FilmStripMaker, BoomerangMaker {
  let prints: StandInPrints
  func develop(_ photo: Photo, _ record: ExposureRecord) throws(ImageError) -> Photo { photo }
  /// A photo whose first byte is 0 is black.
  func inspect(_ photo: Photo, beside frame: Frame?) throws(ImageError) -> PhotoDoubt? {
    photo.jpeg.first == 0 ? PhotoDoubt(.dark, "its first byte is 0") : nil
  }
  func still(of frame: Frame) throws(ImageError) -> Photo { Photo(jpeg: [2], size: frame.size, fromLiveView: true) }
  func composite(_ request: CompositeRequest) throws(ImageError) -> [UInt8] {
    prints.links.withLock { $0.append(request.link) }
    prints.looks.withLock { $0.append(request.filter) }
    return [3]
  }
  func sheet(
    _ request: CompositeRequest, canvas: PixelSize, page: PixelSize, colors: ColorProfile?
  ) throws(ImageError) -> CompositeSheet {
    prints.layouts.withLock { $0.append(request.layout) }
    return CompositeSheet(jpeg: [4])
  }
  func letGo() { prints.letGos.withLock { $0 += 1 } }
  func makeFilmStrip(_ request: FilmStripRequest) async throws(ClipError) -> RecordedClip {
    prints.filmLooks.withLock { $0.append(request.filter) }
    prints.store.put([5], at: request.path)
    return RecordedClip(
      path: request.path, size: PixelSize(width: 4, height: 4), duration: .seconds(10), frames: 300, droppedFrames: 0)
  }
  func makeBoomerang(_ request: BoomerangRequest) async throws(ClipError) -> RecordedClip {
    prints.boomerangs.withLock { $0.append(request) }
    if prints.refusesBoomerangs.withLock({ $0 }), request.format == .mp4 {
      throw ClipError(.encoder, subject: request.clip, detail: "no boomerang can be made of it")
    }
    prints.store.put([6], at: request.path)
    return RecordedClip(
      path: request.path, size: PixelSize(width: 4, height: 4), duration: .seconds(3), frames: 90,
      droppedFrames: 0)
  }
}

/// A gallery that takes everything, or fails as the test says.
final class StandInGallery: GalleryClient {
  let failure = Mutex<GalleryError?>(nil)
  let uploaded = Mutex<[String]>([])
  let sizes = Mutex<[String: Int64]>([:])
  let completed = Mutex<[SessionID]>([])
  let erased = Mutex<[SessionID]>([])
  let emails = Mutex<[EventID: [UInt8]]>([:])
  /// What it does not serve although it was uploaded, until it is uploaded again.
  let missing = Mutex<Set<String>>([])
  /// It serves nothing it is asked for.
  let isMute = Atomic<Bool>(false)

  private func check() throws(GalleryError) {
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// An erased session takes nothing any more.
  private func check(_ session: SessionID, _ subject: String) throws(GalleryError) {
    try check()
    guard !erased.withLock({ $0.contains(session) }) else {
      throw GalleryError(.gone, subject: subject, detail: "the gallery answered 410: Session erased")
    }
  }

  func presign(
    event: EventID, session: SessionID, files: [UploadFile], access: Event.GalleryAccess?
  ) async throws(GalleryError) -> [UploadTarget] {
    try check(session, "presign")
    return files.map { UploadTarget(path: $0.path, method: "PUT", url: "http://gallery.example/\($0.path)") }
  }

  func upload(_ body: UploadBody, as file: UploadFile, to target: UploadTarget) async throws(GalleryError) {
    try check()
    for session in erased.withLock({ $0 }) where file.path.contains("/\(session)/") { try check(session, "upload") }
    if case .file(let path) = body, FileManager.default.contents(atPath: path)?.count != Int(file.sizeBytes) {
      throw GalleryError(.localFile, subject: "upload", detail: "\(path) is missing, or not of \(file.sizeBytes) bytes")
    }
    uploaded.withLock { $0.append(file.path) }
    sizes.withLock { $0[file.path] = file.sizeBytes }
    _ = missing.withLock { $0.remove(file.path) }
  }

  func complete(
    event: EventID, session: SessionID, manifestPath: String, access: Event.GalleryAccess?
  ) async throws(GalleryError) {
    try check(session, "complete")
    guard sizes.withLock({ $0[manifestPath] != nil }) else {
      throw GalleryError(.garbage, subject: "complete", detail: "the gallery answered 404: there is no manifest")
    }
    completed.withLock { $0.append(session) }
  }

  func uploadEmails(_ bytes: [UInt8], event: EventID) async throws(GalleryError) {
    try check()
    emails.withLock { $0[event] = bytes }
  }

  func erase(event: EventID, session: SessionID) async throws(GalleryError) {
    try check()
    erased.withLock { $0.append(session) }
    let folder = GalleryPath.folder(event: event, session: session)
    sizes.withLock { sizes in sizes = sizes.filter { !$0.key.hasPrefix(folder) } }
  }

  func size(of path: String, expecting: Int64) async throws(GalleryError) -> Int64? {
    try check()
    if isMute.load(ordering: .relaxed) { return nil }
    return missing.withLock { $0.contains(path) } ? nil : sizes.withLock { $0[path] }
  }

  func health() async throws(GalleryError) { try check() }
}

/// Remembers what it was told to show.
final class StandInScreen: ScreenDriver {
  let shown = Mutex<[ScreenPicture]>([])
  func show(_ picture: ScreenPicture) { shown.withLock { $0.append(picture) } }
  /// What stands wherever it is touched; nil for a screen that knows nothing of touches.
  let target = Mutex<TouchTarget?>(nil)
  var takesTouches: Bool { target.withLock { $0 != nil } }
  func target(at point: PicturePoint, in scene: SceneKind, touched instant: Instant) -> TouchTarget? {
    target.withLock { $0 }
  }
  func receive(_ frame: Frame) {}
  func close() async {}
}

struct StandInEvents: EventStore {
  var events: [Event]
  func artwork(of event: Event) -> Artwork { Artwork() }
}
