import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Glibc
import Imaging
import Logging
import Screens
import StudioModel

/// What a booth keeps, read beside it; also where it does not run.
extension SocketBooth {
  func sessions(limit: Int) async throws(OperatedBoothError) -> [GuestSession] {
    guard FileManager.default.fileExists(atPath: data + "/booth.sqlite") else { return [] }
    var sessions: [GuestSession]
    do throws(StoreError) {
      let (links, _) = await SessionLinks.answering(settings)
      sessions = try await VaultSessionStore.openForReading(folder: data).sessions(limit: limit)
        .map { GuestSession($0, links) }
    } catch {
      throw OperatedBoothError(.failed, withoutPlace("\(error)"))
    }
    let titles = await titles(Set(sessions.map(\.event)))
    for index in sessions.indices { sessions[index].title = titles[sessions[index].event] }
    return sessions
  }

  /// In a process of its own: it looks at cameras.
  func examination() async throws(OperatedBoothError) -> [BoothReport.Part] {
    // As this studio was told, it may have been by flags.
    let given: [SettingKey] = [.events, .devices]
    let flags = given.compactMap { key in settings.values[key].flatMap { $0.isFlag ? (key, $0) : nil } }
    let arguments = ["doctor", "--json", "--data", data] + flags.flatMap { [$0.flag, Settings.absolute($1.text)] }
    let ended = await withCheckedContinuation { continuation in
      let fault = OwnThread.start("doctor") {
        continuation.resume(returning: OwnProgram.run(arguments, atMost: .seconds(60)))
      }
      if fault != 0 { continuation.resume(returning: nil) }
    }
    do {
      guard let ended else {
        throw OperatedBoothError(.failed, "the check took too long, or could not be started", .noAnswer)
      }
      return try JSONDecoder().decode([ToldFinding].self, from: Data(ended.output)).map { finding in
        var part = finding.part
        part.words = withoutPlace(part.words)
        return part
      }
    } catch let error as OperatedBoothError {
      throw error
    } catch {
      throw OperatedBoothError(.failed, "the check ended with code \(ended?.code ?? -1), and told nothing", .noAnswer)
    }
  }

  /// A finding as `doctor --json` prints it.
  private struct ToldFinding: Decodable {
    var subject: String
    var verdict: String
    var words: String
    var remedy: String?
    var condition: BoothCondition?

    var part: BoothReport.Part {
      let health: BoothReport.Part.Health = verdict == "fine" ? .good : verdict == "warning" ? .warning : .bad
      return BoothReport.Part(subject, health, words + (remedy.map { " → \($0)" } ?? ""), condition)
    }
  }

  func thumbnail(ofSession session: String) async throws(OperatedBoothError) -> [UInt8]? {
    guard let id = SessionID(session), FileManager.default.fileExists(atPath: data + "/booth.sqlite") else {
      return nil
    }
    let record: SessionRecord?
    do throws(StoreError) {
      record = try await VaultSessionStore.openForReading(folder: data).session(id)
    } catch {
      throw OperatedBoothError(.failed, withoutPlace("\(error)"))
    }
    guard let record, record.state != .discarded, let photo = record.photos.first else { return nil }
    let path = "\(data)/\(photo.path)"
    // Of before it is read: what is written meanwhile is read again the next time.
    guard let identity = SessionThumbnails.Identity(of: path) else { return nil }
    if let known = thumbnails.picture(path, identity) { return known }
    guard let bytes = OrdinaryFile.bytes(path) else { return nil }
    let result: Result<[UInt8]?, ImageError> = await withCheckedContinuation { continuation in
      let fault = OwnThread.start("session photo") {
        do throws(ImageError) {
          continuation.resume(
            returning: .success(try ScaledPicture.jpeg(of: bytes, longestSide: 320, subject: photo.path)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      // Out of threads: the page has a sign in its place.
      if fault != 0 { continuation.resume(returning: .success(nil)) }
    }
    do throws(ImageError) {
      let jpeg = try result.get()
      if let jpeg { thumbnails.keep(jpeg, path, identity) }
      return jpeg
    } catch {
      throw OperatedBoothError(.failed, withoutPlace("\(error)"))
    }
  }

  func log(lines: Int) async throws(OperatedBoothError) -> [String]? {
    let path = data + "/booth.log"
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw OperatedBoothError(.failed, "\(path): \(SystemWords.of(errno))")
    }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    // A line has some hundred bytes; what is longer is cut at its beginning.
    let size = min(Int(facts.st_size), lines * 400)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { target, count in
      count = max(0, pread(file, target.baseAddress, size, facts.st_size - off_t(size)))
    }
    let all = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0).harmless }
    return Array(all.suffix(lines))
  }

  func invitation(toEvent slug: String) async throws(OperatedBoothError) -> [UInt8]? {
    do {
      let eventStore = try EventPlaces.load(settings)
      guard let event = eventStore.event(slug: slug) else { return nil }
      let preview = EventPreview(event, sizes: [PixelSize(width: 480, height: 270)])
      guard let item = preview.items.first(where: { $0.scene == "attract" }) else { return nil }
      let folder = eventStore.folder + "/" + event.folder
      return try preview.png(item, eventFolder: { _ in folder }, logger: Logger(label: "preview"))
    } catch {
      throw OperatedBoothError(.failed, withoutPlace("\(error)"))
    }
  }
}

extension GuestSession {
  init(_ record: SessionRecord, _ links: SessionLinks) {
    self.init(
      id: record.id.text, event: record.eventSlug, state: record.state.rawValue, openedAt: record.openedAt.unixSeconds,
      secondsFromUTC: record.openedAt.secondsFromUTC, link: record.state == .discarded ? nil : links.code(of: record),
      photos: record.photos.count)
  }
}
