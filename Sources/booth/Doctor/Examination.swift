import BoothControl
import BoothCore
import BoothDevices
import BoothImaging
import BoothRemote
import BoothRuntime
import BoothStore
import FoundationEssentials
import Glibc
import Logging

/// Looks at everything a booth needs, without changing anything that lasts.
struct Examination {
  let settings: Settings

  func findings() async -> [Finding] {
    await [data(), space(), queue(), running(), events(), camera()] + recovery()
      + [panels(), fonts(), clock(), terminal(), await gallery()] + indexes()
  }

  private func data() async -> Finding {
    let folder = settings.data
    guard FileManager.default.fileExists(atPath: folder) else {
      let parent = firstExistingFolder(above: folder)
      return access(parent, W_OK) == 0
        ? .fine("data", "\(folder) will be made at the first start")
        : .bad(
          "data", "\(folder) cannot be made: \(parent) is not writable",
          "choose another with --data, or mend its rights")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return .bad("data", "\(folder) is not writable", "choose another with --data, or mend its rights")
    }
    guard FileManager.default.fileExists(atPath: folder + "/booth.sqlite") else {
      return FileManager.default.fileExists(atPath: folder + "/sessions")
        ? .warning("data", "\(folder) has sessions but no database", "start the booth: it writes a new one from them")
        : .fine("data", "\(folder) is writable and new")
    }
    do {
      let store = try VaultSessionStore.openForReading(folder: folder)
      if let recovery = try await store.keptRecovery() {
        let words = ([recovery.summary] + recovery.notes).joined(separator: "; ")
        return .warning("data", words, "booth audit; then put any booth.sqlite.damaged-N away, and start again")
      }
      let counts = try await store.sessionCounts()
      let words = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
      return .fine("data", "\(folder): sessions: \(words.isEmpty ? "none yet" : words.joined(separator: ", "))")
    } catch {
      return .bad(
        "data", "\(error)",
        error.code == .damaged
          ? "start the booth: it sets the database aside and writes a new one from the session folders"
          : "restore \(folder)/booth.sqlite from a copy, or start with another --data")
    }
  }

  /// By the marks that the running booth goes by.
  private func space() async -> Finding {
    var status = statvfs()
    guard statvfs(firstExistingFolder(above: settings.data + "/x"), &status) == 0 else {
      return .warning("disk", "the free space cannot be read", "see that the disk is mounted")
    }
    let free = Int64(status.f_bavail) * Int64(status.f_frsize)
    var words = "\(free >> 20) MB free, room for about \(free / StorageMarks.sessionBytes) sessions"
    words += await released()
    let marks = settings.storageMarks
    if free < marks.full { return .bad("disk", "\(words); no session begins", "make room before guests come") }
    if free < marks.noClips { return .bad("disk", "\(words); no clips are taken", "make room before guests come") }
    return free < 2 * marks.low ? .warning("disk", words, "make room for a long night") : .fine("disk", words)
  }

  /// What the events' keep-policies have deleted, as the gallery has it.
  private func released() async -> String {
    guard FileManager.default.fileExists(atPath: settings.data + "/booth.sqlite") else { return "" }
    do {
      let released = try await VaultSessionStore.openForReading(folder: settings.data).released()
      return released.files == 0
        ? "" : "; the keep-policy has freed \(released.bytes >> 20) MB (\(released.files) uploaded files)"
    } catch {
      return "; what the keep-policy has freed cannot be read (see `data`)"
    }
  }

  private func queue() async -> Finding {
    guard FileManager.default.fileExists(atPath: settings.data + "/booth.sqlite") else {
      return .fine("queue", "empty")
    }
    do {
      let jobs = try await VaultSessionStore.openForReading(folder: settings.data).jobs(all: false)
      if let held = jobs.first(where: { $0.state.needsOperator }) {
        let count = jobs.count { $0.state.needsOperator }
        return .bad(
          "queue", "\(count) jobs wait for you; job \(held.id): \(held.lastFailure ?? held.state.rawValue)",
          "see: booth queue list")
      }
      return .fine("queue", jobs.isEmpty ? "empty" : "\(jobs.count) jobs under way")
    } catch {
      return .warning("queue", "\(error)", "see `data`")
    }
  }

  private func running() async -> Finding {
    do {
      let status = try await Console(settings: settings).status()
      if !status.troubles.isEmpty {
        let words = status.troubles.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        return .warning("booth", words.joined(separator: "; "), "see: booth status")
      }
      return .fine("booth", "running, showing \(status.scene)")
    } catch {
      guard VaultSessionStore.isOwned(folder: settings.data) else {
        return .fine("booth", "not running on this data folder")
      }
      return .bad(
        "booth", "runs on this data folder and does not answer: \(error)",
        "ask as the user who runs it; if it hangs, end it and start it again: nothing that guests saw is lost")
    }
  }

  private func events() -> Finding {
    do {
      let book = try EventPlaces.load(settings)
      let errors = book.problems.filter { $0.severity == .error }
      if book.events.isEmpty {
        return .bad("events", "none can be used in \(book.folder)", "see: booth event check")
      }
      let words = "\(book.events.count) in \(book.folder)"
      if let first = errors.first { return .bad("events", "\(words); \(first)", "see: booth event check") }
      if let first = book.problems.first { return .warning("events", "\(words); \(first)", "see: booth event check") }
      return .fine("events", words)
    } catch {
      return .bad("events", (error as? CommandFailure)?.message ?? "\(error)", "name a folder with --events")
    }
  }

  private func camera() async -> Finding {
    let choice = settings.text(.camera) ?? "auto"
    if choice == "mock" { return .fine("camera", "the mock camera") }
    if let port = CameraChoice.gphoto2Port(choice) { return await gphoto2Camera(port) }
    let cameras = V4L2Devices.list()
    let chosen: V4L2DeviceListing?
    if choice == "auto" {
      chosen = cameras.first { $0.problem == nil } ?? cameras.first
    } else {
      let path = CameraChoice.v4l2Path(choice) ?? choice
      chosen = cameras.first { $0.path == path || $0.stablePath == path }
    }
    guard let found = chosen
    else {
      return .bad(
        "camera", choice == "auto" ? "none is attached" : "\(choice) is not there",
        "plug it in; `booth devices` lists cameras; or use --mock-camera")
    }
    if let problem = found.problem { return .bad("camera", "\(found.path): \(problem)", "see: booth devices") }
    return .fine("camera", "\(found.model) at \(found.path)")
  }

  /// Opens the camera for a moment: only so does it say what it is and whether somebody else has it.
  private func gphoto2Camera(_ port: String) async -> Finding {
    let driver = GPhoto2CameraSource(port: port, logger: Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() })
      .makeDriver()
    do throws(CameraError) {
      let description = try await driver.open()
      await driver.close()
      var words = "\(description.model) at \(port)"
      for await case .condition(let condition) in driver.reports {
        words += ": \(condition)"
        if let warning = condition.warnings.first { return .warning("camera", words, warning) }
      }
      return .fine("camera", words)
    } catch {
      await driver.close()
      return .bad("camera", "\(port): \(error.detail)", "see: booth devices")
    }
  }

  private func fonts() -> Finding {
    let samples = [("Latin", "Aß"), ("Hebrew", "שלום"), ("Arabic", "سلام")]
    let missing = samples.filter { !TextPainter.canDraw($0.1) }.map(\.0)
    return missing.isEmpty
      ? .fine("fonts", "Latin, Hebrew and Arabic")
      : .warning(
        "fonts", "none for \(missing.joined(separator: ", "))", "apt-get install fonts-noto-core fonts-dejavu-core")
  }

  private func clock() -> Finding {
    // Before this the clock was never set: a Raspberry Pi without network starts in the past.
    let earliest = 1_735_689_600.0  // 2025-01-01
    return Date.now.timeIntervalSince1970 < earliest
      ? .warning("clock", "says \(Date.now.formatted(.iso8601))", "set it; photos and pages will carry wrong dates")
      : .fine("clock", Date.now.formatted(.iso8601))
  }

  private func terminal() -> Finding {
    guard isatty(STDOUT_FILENO) == 1 else { return .fine("screen", "no terminal here: the booth would log") }
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return .warning("screen", "the terminal does not tell its size", "use one of 80×24 or more")
    }
    let words = "a terminal of \(size.ws_col)×\(size.ws_row)"
    return size.ws_col < 80 || size.ws_row < 24
      ? .warning("screen", words, "make it at least 80×24, or the QR code may not fit") : .fine("screen", words)
  }

  private func gallery() async -> Finding {
    guard let url = settings.text(.galleryURL) else {
      let base =
        settings.text(.galleryPublicURL)
        ?? OwnGallery.base(host: settings.text(.galleryHost) ?? "0.0.0.0", port: settings.integer(.galleryPort))
      return base.contains("://127.")
        ? .warning(
          "gallery", "our own, at \(base): links open on this machine only",
          "connect to the guests' network, or set gallery.public_url") : .fine("gallery", "our own, at \(base)")
    }
    guard let token = settings.text(.galleryToken) else {
      return .bad("gallery", "\(url) is set without a token", "put its PRESIGN_TOKEN into BOOTH_GALLERY_TOKEN")
    }
    let client = HTTPGalleryClient(base: url, token: token)
    let finding: Finding
    do throws(UploadFailure) {
      try await client.health()
      // An empty list of files is allowed by the contract, and tells whether the token is right.
      _ = try await client.presign(event: 0, session: SessionID(randomBytes: Array(repeating: 0, count: 16)), files: [])
      finding = .fine("gallery", "\(url) answers and takes the token")
    } catch {
      let remedy =
        switch error.code {
        case .unauthorized: "check the token (gallery.token)"
        case .unreachable: "check the network and the address (gallery.url); uploads wait until it answers"
        case .busy, .garbage, .urlRefused, .tooLarge, .localFile, .gone, .unsupported, .lost, .unasked:
          "check the address (gallery.url) and the server"
        }
      finding = .bad("gallery", "\(url): \(error)", remedy)
    }
    do { try await client.shutdown() } catch { return finding }
    return finding
  }

  private func firstExistingFolder(above path: String) -> String {
    var url = URL(filePath: path).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
    return url.path
  }
}
