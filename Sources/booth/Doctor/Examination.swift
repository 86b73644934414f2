import BoothCore
import BoothImaging
import BoothProgram
import BoothRuntime
import BoothStore
import BoothSupervision
import FoundationEssentials
import Glibc

/// Looks at everything a booth needs, without changing anything that lasts.
struct Examination {
  let settings: Settings

  func findings() async -> [Finding] {
    await said() + files() + [data()] + places() + [space(), queue(), running(), events()] + cameras() + sound()
      + voice() + sounds()
      + recovery()
      + [panels(), clips(), fonts(), clock(), screen()] + gallery() + locations() + indexes()
      + photos() + studio()
  }

  /// Nothing where there are enough.
  private func files() -> [Finding] {
    FileDescriptors.trouble().map { [.bad("files", $0, "raise it where the booth is started, too")] } ?? []
  }

  /// What a start would say of the settings, which begins all the same.
  private func said() -> [Finding] {
    let notices = settings.noticesBesideFlags
    guard !notices.isEmpty else {
      return [.fine("settings", settings.file.map { "as in \($0)" } ?? "no file; see: booth config show")]
    }
    return [
      .bad(
        "settings", notices.joined(separator: "; "),
        "mend them where they stand; the booth starts without them. `booth config show` lists all")
    ]
  }

  func data() async -> Finding {
    let folder = settings.data
    guard FileManager.default.fileExists(atPath: folder) else {
      let parent = firstExistingFolder(above: folder)
      return access(parent, W_OK) == 0
        ? .fine("data", "\(folder) will be made at the first start")
        : .bad(
          "data", "\(folder) cannot be made: \(parent) is not writable",
          "choose another with --data, or mend its rights")
    }
    if let words = DataFolderNeed.begins.refusal(.of(folder), of: settings.values[.data]!, at: folder) {
      return .bad("data", words, "name the booth's folder with --data")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return .bad("data", "\(folder) is not writable", "choose another with --data, or mend its rights")
    }
    let trial = FolderTrial(folder)
    if let obstacle = trial.obstacle {
      return .bad("data", "\(folder): \(obstacle)", "see that its disk is there, has room and is not read-only")
    }
    guard trial.keepsRights else { return .warning("data", FolderTrial.openToAll(folder), FolderTrial.remedy) }
    // The start's own words.
    if let obstacle = VaultSessionStore.obstacle(in: folder) {
      return .bad("data", "\(obstacle)", "the booth does not start before that is done")
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
    if status.f_flag & UInt(ST_RDONLY) != 0 {
      return .bad(
        "disk", "it is read-only; no session begins", "look at its cable, and mount it so that it can be written")
    }
    let free = Int64(status.f_bavail) * Int64(status.f_frsize)
    let bytes = StorageNeeds.sessionBytes(
      (try? EventPlaces.load(settings).events) ?? [], ownGallery: settings.text(.galleryURL) == nil)
    var words = "\(free >> 20) MB free, room for about \(free / bytes) sessions"
    words += await released()
    let marks = StorageNeeds.marks(settings, sessionBytes: bytes)
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
      let command = error as? CommandError
      // It answers: it waits for what it cannot do without.
      if let command, command.code == CommandError.failed {
        return .bad("booth", command.message, "see to what it waits for: it goes on by itself")
      }
      return .bad(
        "booth", "runs on this data folder and does not answer: \(command?.message ?? "\(error)")",
        "ask as the user who runs it; see that control.sock in the data folder is its socket, and nothing else; if it hangs, "
          + "end it and start it again: nothing that guests saw is lost")
    }
  }

  private func events() -> Finding {
    do {
      let book = try EventPlaces.load(settings)
      let problems = EventCheck.problems(of: book, settings)
      let errors = problems.filter { $0.severity == .error }
      if book.events.isEmpty {
        let why = errors.first.map { ": \($0)" } ?? ""
        return .bad("events", "none can be used in \(book.folder)\(why)", "see: booth event check")
      }
      let words = "\(book.events.count) in \(book.folder)"
      if let chosen = settings.text(.event), book.event(slug: chosen) == nil {
        return .bad(
          "events", "\(words); none of them is the chosen \"\(chosen)\", so the booth asks which one to use",
          "mend it (booth event check), or choose another: the setting `event`, or booth event select")
      }
      if let first = errors.first { return .bad("events", "\(words); \(first)", "see: booth event check") }
      if let first = problems.first(where: { $0.severity != .advice }) {
        return .warning("events", "\(words); \(first)", "see: booth event check")
      }
      return .fine("events", words)
    } catch {
      return .bad("events", (error as? CommandError)?.message ?? "\(error)", "name a folder with --events")
    }
  }

  private func fonts() -> Finding {
    let samples = [("Latin", "Aß"), ("Hebrew", "שלום"), ("Arabic", "سلام"), ("emoji", "🎉")]
    let missing = samples.filter { !TextPainter.canDraw($0.1) }.map(\.0)
    return missing.isEmpty
      ? .fine("fonts", "Latin, Hebrew, Arabic and emoji")
      : .warning(
        "fonts", "none for \(missing.joined(separator: ", "))",
        "apt-get install fonts-noto-core fonts-dejavu-core fonts-noto-color-emoji")
  }

  private func clock() -> Finding {
    // Before this the clock was never set: a Raspberry Pi without network starts in the past.
    let earliest = 1_735_689_600.0  // 2025-01-01
    let time = SystemClock().wallTime
    let words = time.date.formatted(.iso8601)
    guard time.unixSeconds >= earliest else {
      return .bad("clock", "says \(words)", "set it (`timedatectl set-time`); photos and pages would carry wrong dates")
    }
    return time.trusted
      ? .fine("clock", words)
      : .warning(
        "clock", "\(words), and nothing keeps it right",
        "see that it is, and run a time service such as systemd-timesyncd (`timedatectl`); until then events' expiries "
          + "and keep-policies by days wait")
  }

  private func firstExistingFolder(above path: String) -> String {
    var url = URL(filePath: path).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
    return url.path
  }
}
