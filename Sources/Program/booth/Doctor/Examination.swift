import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc
import Imaging
import StudioModel

/// Looks at everything a booth needs, without changing anything that lasts.
struct Examination {
  let settings: Settings

  func findings() async -> [Finding] {
    let database = DatabaseInspection(settings.data)
    return await said() + files() + [data(database)] + places() + [
      space(database), queue(database), running(), events(),
    ]
      + cameras() + sound()
      + voice() + sounds()
      + recovery()
      + (await printer())
      + (await broker()) + webhooks()
      + [panels(), clips(), fonts(), clock(), screen()] + gallery() + locations() + indexes()
      + photos() + studio()
  }

  /// Nothing where there are enough.
  private func files() -> [Finding] {
    FileDescriptors.trouble().map {
      [.bad("files", CommandText(advice: $0), "raise it where the booth is started as well", .init(.filesFew))]
    } ?? []
  }

  /// What a start would say of the settings, which begins all the same.
  private func said() -> [Finding] {
    let notices = settings.noticesBesideFlags
    guard !notices.isEmpty else {
      return [
        .fine(
          "settings", settings.file.map { "as in \($0)" } ?? "no file; see: booth config show", .init(.settingsRead))
      ]
    }
    return [
      .bad(
        "settings", CommandText(advice: notices.joined(separator: "; ")),
        "correct them; until then the booth starts without them. `booth config show` lists all settings",
        settings.faultyKeys.isEmpty
          ? .init(.settingWrong)
          : .init(.settingsFaulty, settings.faultyKeys.map(\.rawValue).joined(separator: ", ")))
    ]
  }

  func data(_ database: DatabaseInspection? = nil) async -> Finding {
    let folder = settings.data
    guard FileManager.default.fileExists(atPath: folder) else {
      let parent = firstExistingFolder(above: folder)
      return access(parent, W_OK) == 0
        ? .fine("data", "\(folder) will be made at the first start", .init(.dataNew))
        : .bad(
          "data", "\(folder) cannot be made: \(parent) is not writable",
          "choose another with --data, or correct its permissions", .init(.dataFolder))
    }
    if let words = DataFolderNeed.begins.refusal(.of(folder), of: settings.values[.data]!, at: folder) {
      return .bad("data", words, "name the booth's folder with --data", .init(.dataFolder))
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      return .bad(
        "data", "\(folder) is not writable", "choose another with --data, or correct its permissions",
        .init(.dataFolder))
    }
    let trial = FolderTrial(folder)
    if let obstacle = trial.obstacle {
      return .bad(
        "data", "\(folder): \(advice: obstacle)", "see that its disk is there, has room and is not read-only",
        .init(.dataFolder))
    }
    guard trial.keepsRights else {
      return .warning("data", "\(FolderTrial.openToAll(folder))", "\(FolderTrial.remedy)", .init(.dataOpen))
    }
    // The start's own words.
    if let obstacle = VaultSessionStore.obstacle(in: folder) {
      return .bad("data", "\(advice: obstacle)", "the booth does not start before that is done", .init(.oddFile))
    }
    switch database ?? DatabaseInspection(folder) {
    case .new: return .fine("data", "\(folder) is new and writable", .init(.dataNew))
    case .running(let store):
      do throws(StoreError) { return try await counts(store, remarks: []) } catch { return besideBooth(error) }
    case .unread(let error): return besideBooth(error)
    case .ended(let found): return await forecast(found)
    }
  }

  /// The booth that has the database checks them itself.
  private func besideBooth(_ error: StoreError) -> Finding {
    .bad("data", "\(advice: error)", "see: booth status", .init(.databaseUnread))
  }

  /// What the start would say of the database.
  private func forecast(_ forecast: DatabaseForecast) async -> Finding {
    let folder = settings.data
    switch forecast {
    case .new: return .fine("data", "\(folder) is new and writable", .init(.dataNew))
    case .anew(let words, let isDamaged):
      let remedy: CommandText = "start the booth: it does so by itself, and no photo is lost by that"
      let said = CommandText(advice: words)
      return isDamaged
        ? .bad("data", said, remedy, .init(.databaseDamaged)) : .warning("data", said, remedy, .init(.databaseAnew))
    case .refused(let error):
      return .bad(
        "data", "\(advice: error)", "restore \(folder)/booth.sqlite from a copy, or start with another --data",
        .init(.databaseRefused))
    case .unknown(let error):
      return .warning(
        "data", "the books could not be looked at here: \(advice: error)", "they are checked at the start",
        .init(.databaseUnread))
    case .used(let database, let remarks):
      do throws(StoreError) { return try await counts(database, remarks: remarks) } catch {
        return .warning(
          "data", "the books could not be looked at here: \(advice: error)", "they are checked at the start",
          .init(.databaseUnread))
      }
    }
  }

  private func counts(_ store: VaultSessionStore, remarks: [String]) async throws(StoreError) -> Finding {
    let recovery = try await store.keptRecovery()
    var words = remarks
    if let recovery { words += [recovery.summary] + recovery.notes }
    guard words.isEmpty else {
      return .warning(
        "data", CommandText(advice: words.joined(separator: "; ")),
        recovery == nil ? "start the booth" : "booth audit; then put any booth.sqlite.damaged-N away, and start again",
        .init(recovery == nil ? .databaseDamaged : .databaseRebuilt))
    }
    let counts = try await store.sessionCounts()
    let found = counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
    return .fine(
      "data", "\(settings.data): sessions: \(found.isEmpty ? "none yet" : found.joined(separator: ", "))",
      found.isEmpty ? .init(.dataNew) : .init(.dataSessions, count: counts.values.reduce(0, +)))
  }

  /// By the marks that the running booth goes by.
  private func space(_ database: DatabaseInspection) async -> Finding {
    var status = statvfs()
    guard statvfs(firstExistingFolder(above: settings.data + "/x"), &status) == 0 else {
      return .warning("disk", "the free space cannot be read", "see that the disk is mounted", .init(.diskRefuses))
    }
    if status.f_flag & UInt(ST_RDONLY) != 0 {
      return .bad(
        "disk", "it is read-only; no session begins", "look at its cable, and mount it so that it can be written",
        .init(.diskReadOnly))
    }
    let free = Int64(status.f_bavail) * Int64(status.f_frsize)
    let bytes = StorageNeeds.sessionBytes(
      (try? EventPlaces.load(settings).events) ?? [], ownGallery: settings.text(.galleryURL) == nil)
    var words =
      "\(free / 1_000_000_000).\(free / 100_000_000 % 10) GB free, room for about \(counted(Int(free / bytes), "session"))"
    let size = BoothCondition.gigabytes(free)
    let count = "\(free / bytes)"
    words += await released(database)
    let marks = StorageNeeds.marks(settings, sessionBytes: bytes)
    if free < marks.full {
      return .bad("disk", "\(words); no session begins", "make room before guests come", .init(.diskFull))
    }
    if free < marks.noClips {
      return .bad(
        "disk", "\(words); no clips are taken", "make room before guests come", .init(.diskNoClips, size, count))
    }
    return free < 2 * marks.low
      ? .warning("disk", "\(words)", "make room for a long night", .init(.diskLow, size, count))
      : .fine("disk", "\(words)", .init(.diskRoom, size, count))
  }

  /// What the events' keep-policies have deleted, as the gallery has it.
  private func released(_ database: DatabaseInspection) async -> String {
    do {
      guard let released = try await database.store?.released() else { return "" }
      return released.files == 0
        ? "" : "; the keep-policy has freed \(released.bytes >> 20) MB (\(counted(released.files, "uploaded file")))"
    } catch {
      return "; what the keep-policy has freed cannot be read (see `data`)"
    }
  }

  private func queue(_ database: DatabaseInspection) async -> Finding {
    do {
      guard let jobs = try await database.store?.jobs(all: false) else { return emptyQueue(database) }
      if let held = jobs.first(where: { $0.state.needsOperator }) {
        let waiting = counted(jobs.count { $0.state.needsOperator }, "job waits", "jobs wait")
        return .bad(
          "queue", "\(waiting) for you; job \(held.id): \(advice: held.lastFailure ?? held.state.rawValue)",
          "see: booth queue list", .init(.queueHeld, count: jobs.count { $0.state.needsOperator }))
      }
      return jobs.isEmpty
        ? .fine("queue", "empty", .init(.queueEmpty))
        : .fine("queue", "\(counted(jobs.count, "job")) under way", .init(.queueRuns, count: jobs.count))
    } catch {
      return .warning("queue", "\(advice: error)", "see `data`", .init(.databaseUnread))
    }
  }

  private func emptyQueue(_ database: DatabaseInspection) -> Finding {
    switch database {
    case .new, .ended(.new): .fine("queue", "empty", .init(.queueEmpty))
    case .ended(.anew): .fine("queue", "as the start finds it in the session folders: see `data`", .init(.queueLater))
    case .running, .unread, .ended: .warning("queue", "cannot be looked at", "see `data`", .init(.databaseUnread))
    }
  }

  private func running() async -> Finding {
    do {
      let status = try await Console(settings: settings).status()
      if !status.troubles.isEmpty {
        let words = status.troubles.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
        return .warning(
          "booth", CommandText(advice: words.joined(separator: "; ")), "see: booth status", .init(.boothTroubles))
      }
      return .fine("booth", "running, showing \(status.scene)", .init(.boothRuns))
    } catch {
      guard VaultSessionStore.isOwned(folder: settings.data) else {
        return .fine("booth", "not running on this data folder", .init(.boothStopped))
      }
      let command = error as? CommandError
      // It answers: it waits for what it cannot do without.
      if let command, command.code == CommandError.failed {
        return .bad(
          "booth", command.words, "provide what it waits for; it then continues by itself", .init(.boothSilent))
      }
      return .bad(
        "booth", "runs on this data folder and does not answer: \(CommandText(of: error))",
        "run this as the user who runs the booth; check that control.sock in the data folder is its socket; if it hangs, "
          + "restart it: nothing that guests saw is lost", .init(.boothSilent))
    }
  }

  private func events() -> Finding {
    do {
      let eventStore = try EventPlaces.load(settings)
      let problems = EventCheck.problems(of: eventStore, settings)
      let errors = problems.filter { $0.severity == .error }
      if eventStore.events.isEmpty {
        let why = errors.first.map { ": \($0)" } ?? ""
        return .bad(
          "events", "none can be used in \(eventStore.folder)\(why)", "see: booth event check", .init(.eventsNone))
      }
      if let words = EventPlaces.lost(settings), RunningEvents.folder(of: settings.data) == nil {
        return .bad(
          "events", "\(words); until then the booth uses those in \(eventStore.folder)", "see: booth event list",
          .init(.eventsFaulty))
      }
      let isRemembered = eventStore.folder == EventPlaces.remembered(settings)
      let words =
        "\(eventStore.events.count) in \(eventStore.folder)" + (isRemembered ? ", which the booth before was told" : "")
      if let chosen = settings.text(.event), eventStore.event(slug: chosen) == nil {
        return .bad(
          "events", "\(words); none of them is the chosen \"\(chosen)\", so the booth asks which one to use",
          "correct it (booth event check), or choose another: the setting `event`, or booth event select",
          .init(.eventMissing, chosen))
      }
      if let first = errors.first {
        return .bad("events", "\(words); \(first)", "see: booth event check", .init(.eventsFaulty))
      }
      if let first = problems.first(where: { $0.severity != .advice }) {
        return .warning("events", "\(words); \(first)", "see: booth event check", .init(.eventsFaulty))
      }
      return .fine("events", "\(words)", .init(.eventsFound, count: eventStore.events.count))
    } catch {
      return .bad("events", CommandText(of: error), "name a folder with --events", .init(.eventsNone))
    }
  }

  private func fonts() -> Finding {
    let samples = [("Latin", "Aß"), ("Hebrew", "שלום"), ("Arabic", "سلام"), ("emoji", "🎉")]
    let missing = samples.filter { !TextPainter.canDraw($0.1) }.map(\.0)
    return missing.isEmpty
      ? .fine("fonts", "Latin, Hebrew, Arabic and emoji", .init(.fontsReady))
      : .warning(
        "fonts", "none for \(missing.joined(separator: ", "))",
        "apt-get install fonts-noto-core fonts-dejavu-core fonts-noto-color-emoji",
        .init(.fontsMissing, missing.joined(separator: ", ")))
  }

  private func clock() -> Finding {
    // Before this the clock was never set: a Raspberry Pi without network starts in the past.
    let earliest = 1_735_689_600.0  // 2025-01-01
    let time = SystemClock().wallTime
    let words = LocalTime.words(time.date)
    guard time.unixSeconds >= earliest else {
      return .bad(
        "clock", "says \(words)", "set it (`timedatectl set-time`); photos and pages would carry wrong dates",
        .init(.clockWrong))
    }
    return time.trusted
      ? .fine("clock", "\(words)", .init(.clockRight))
      : .warning(
        "clock", "\(words), not synchronised",
        "check it, and run a time service such as systemd-timesyncd (`timedatectl`); until then events do not expire, "
          + "and keep-policies by days wait", .init(.clockUnsure))
  }

  private func firstExistingFolder(above path: String) -> String {
    var url = URL(filePath: path).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: url.path), url.path != "/" { url.deleteLastPathComponent() }
    return url.path
  }
}
