import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run the booth.",
    discussion: """
      Enter or Space starts, R takes a strip again, Esc cancels. Press Ctrl-C or Ctrl-Q to stop after the session; press \
      it again to stop now. While a terminal shows the scenes, log lines go to booth.log in the data folder: four files of 8 MB at \
      most. A camera that is not there yet is waited for.
      """)

  @OptionGroup var place: PlaceOptions
  @OptionGroup var gallery: GalleryOptions
  @Option(help: "The event to use, by its folder's name.") var event: String?
  @Option(
    help: ArgumentHelp(
      "Take the old photograph of this location again; its id, or `all` for a list to choose from.", valueName: "id"))
  var location: [String] = []
  @Option(help: "At a location: seconds before the photo; 0 takes it at once.", transform: TypedNumber.read)
  var countdown: Int = 3
  @Option(help: "At a location: what the screen speaks: en, de, fr, es, he, ar.") var language: String?
  @Option(
    help:
      "At a location: how good the photos are: high (the camera's own JPEG, in its highest resolution), medium, low."
  ) var quality: String?
  @Option(help: "auto, mock, /dev/video0, its name in /dev/v4l/by-id, gphoto2, gphoto2:PORT.") var camera: String?
  @Option(
    name: [.customLong("camera-fallback"), .customLong("fallback-camera")],
    help: "Another camera, for while the first is out of order.") var cameraFallback: String?
  @Option(
    name: [.customLong("camera-still"), .customLong("still-camera")],
    help: "Another camera for the photos, named as --camera is.") var stillCamera: String?
  @Flag(help: "Use the mock camera; --mock-camera=FILE plays a script (JSON5).") var mockCamera = false
  @Option(help: ArgumentHelp("The mock camera's script.", visibility: .hidden)) var mockScript: String?
  @Flag(help: "Mock camera, bundled events, throw-away data.") var useMockData = false
  @Option(help: "A panel's profile: a file, or a name such as raspberry-pi; may be given more than once.")
  var panel: [String] = []
  @Option(help: "A printer's address, such as ipp://192.0.2.7/ipp/print; or none.") var printer: String?
  @Option(help: "display, terminal, log, auto, or which display; see `booth config show`.") var screen: String?
  @Option(name: .customLong("gallery-url"), help: "A remote gallery's address.") var galleryURL: String?
  @Option(
    help: "Play this many sessions by itself, finish what is left, print what came of them, and end.",
    transform: TypedNumber.read) var sessions: Int?
  @Option(
    help: ArgumentHelp(
      "What the played sessions' guests do, in their order: keep, retake, cancel or print, with commas between.",
      visibility: .hidden)) var guests: String?
  @Flag(help: "Short timings: clip 0.5 s, no countdown, no review, no QR time.") var lab = false
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let word = moods.unknown { throw ValidationError("--guests \(word): expected keep, retake, cancel or print") }
    if event != nil, !location.isEmpty {
      throw ValidationError("--event and --location exclude each other: leave one out")
    }
    if !(0...60).contains(countdown) { throw ValidationError("--countdown \(countdown): expected 0 to 60 seconds") }
    if let language, Language(code: language) == nil {
      throw ValidationError("--language \(language): expected one of en, de, fr, es, he, ar")
    }
    if let quality, PhotoQuality(rawValue: quality) == nil {
      throw ValidationError("--quality \(quality): expected high, medium or low")
    }
    if quality != nil, location.isEmpty { throw ValidationError("--quality is for photos at a --location") }
    if let sessions, sessions < 0 { throw ValidationError("--sessions \(sessions): expected none or more") }
    if mockCamera || useMockData, let camera, camera != "mock" {
      throw ValidationError("--camera \(camera) and the mock camera exclude each other: leave one out")
    }
  }

  private var moods: (known: [Player.Mood], unknown: String?) {
    let words = (guests ?? "").split(separator: ",").map(String.init)
    return (words.compactMap(Player.Mood.init), words.first { Player.Mood(rawValue: $0) == nil })
  }

  func run() async throws {
    let end = await EndRequests()
    defer { end.stop() }
    var flags = gallery.flags
    flags[.event] = event
    flags[.screen] = screen
    if !panel.isEmpty { flags[.panel] = panel.joined(separator: ",") }
    flags[.cameraStill] = stillCamera
    flags[.printer] = printer
    flags[.galleryURL] = galleryURL
    flags[.cameraFallback] = cameraFallback
    flags[.quality] = quality
    flags[.camera] = mockCamera || useMockData ? "mock" : camera
    let throwAway = useMockData ? try ThrowAwayFolder() : nil
    defer { throwAway?.remove() }
    if let throwAway {
      flags[.data] = throwAway.path
    }
    var settings = try await place.settings(flags, data: .begins, for: .start, manner: .lenient)
    try settings.proveForBooth()
    // Of no use here; but what the doctor says, the booth says, too.
    try settings.proveForStudio()
    // Nothing of a trial reaches a gallery that guests see, unless a flag asks for it.
    if useMockData, galleryURL == nil {
      settings.forget([.galleryURL, .galleryPublicURL, .galleryAssetURL, .galleryToken])
    }
    // Nor any broker.
    if useMockData { settings.forget([.mqttURL]) }
    // The person who aims stands behind the camera, and sees the scene as it is.
    if !location.isEmpty {
      settings.assume(.cameraMirror, "off", because: "at a location")
      // No guest follows a link: another program on the usual port does not matter.
      settings.assume(.galleryPort, "0", because: "at a location")
      settings.assume(.quality, PhotoQuality.high.rawValue, because: "at a location")
    } else {
      settings.forget([.quality])
    }
    settings.complainOfNotices()
    let plan =
      location.isEmpty ? nil : LocationPlan(names: location, countdown: .seconds(countdown), language: language)
    let summary: Summary?
    do {
      let assembly = try await Assembly(
        settings: settings, locations: plan, mockScript: mockScript, bundledEventsOnly: useMockData, lab: lab,
        unattended: sessions != nil, end: end)
      defer { assembly.close() }
      summary = try await assembly.run(sessions: sessions, moods: moods.known)
    } catch is EarlyEndFault {
      summary = nil
    }
    guard let summary else {
      // A terminal that is given back looks as it did before.
      if !output.json { say("The booth has stopped.") }
      return
    }
    if output.json { try printJSON(summary) } else { summary.printWords() }
    if let failure = summary.failure { throw CommandError("\(advice: failure)") }
  }
}

/// A folder that goes when the program does.
final class ThrowAwayFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/booth-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      complain("booth: the throw-away data in \(path) could not be removed: \(advice: error)")
    }
  }
}
