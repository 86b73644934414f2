import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import ControlSocket
import Documents
import FoundationEssentials
import Glibc
import LocationLibrary
import StudioLocations
import StudioModel
import Synchronization

/// The booth on this machine, as the studio reaches it: over its control socket, with the console's commands.
struct SocketBooth: OperatedBooth {
  let settings: Settings
  /// Knows what locations are called; nil: none does.
  var places: StoredPlaces?
  /// The data folder that it runs on.
  var data: String { settings.data }
  private let known = KnownEvents()
  let thumbnails = SessionThumbnails()

  init(settings: Settings, places: StoredPlaces? = nil) {
    self.settings = settings
    self.places = places
  }

  /// With the data folder where that is not the one that the command finds by itself.
  var startCommand: String? {
    if data == DataFolder.ofService { return "systemctl start booth" }
    let isFound = settings.values[.data].map { $0.source.hasPrefix("default") } ?? true
    return isFound ? "booth run" : "booth run --data \(RepeatedFlags.quoted(data))"
  }

  var resting: RestingBoothName? {
    guard access("\(data)/booth.sqlite", F_OK) == 0 else { return nil }
    return RestingBoothName(name: FleetName.of(settings), mark: BoothMark.known(in: data))
  }

  private func ask(_ request: ControlRequest) async throws(OperatedBoothError) -> ControlResponse {
    let response: ControlResponse
    do throws(ControlError) {
      response = try await ControlClient(path: ControlPath.of(data: data)).send(request, timeout: .seconds(10))
    } catch {
      throw OperatedBoothError(
        error.code == .notRunning ? .notRunning : .failed, withoutPlace("\(error)"),
        error.code == .notRunning ? nil : .noAnswer)
    }
    guard response.ok else {
      var reason: OperatedBoothError.Reason?
      if case .string(let name)? = response.data?[ConsoleHandler.reason] { reason = .init(rawValue: name) }
      throw OperatedBoothError(.refused, withoutPlace(response.message), reason)
    }
    return response
  }

  /// Names what lies in the data folder without saying where that is: pages are for people who have no account on this machine.
  func withoutPlace(_ words: String) -> String {
    guard data.count > 1 else { return words }
    return words.replacing(data + "/", with: "").replacing(data, with: "the data folder")
  }

  func report() async throws(OperatedBoothError) -> BoothReport {
    let response = try await ask(ControlRequest(command: OperatorCommand.status.name))
    do {
      guard let status = try response.data?.decode(BoothStatus.self) else {
        throw OperatedBoothError(.failed, "the booth told nothing", .noAnswer)
      }
      var report = BoothReport(status, sessionBytes: { sessionBytes })
      if case .string(let advice)? = response.data?[ConsoleHandler.advice] { report.advice = advice }
      if case .string(let name)? = response.data?[ConsoleHandler.name] {
        let state = try BrokerReport(status).bytes(name: name, at: Date.now.timeIntervalSince1970)
        report.fleet = .init(mark: BoothMark.known(in: data), message: String(decoding: state, as: UTF8.self))
      }
      let titles = await titles(status.events)
      report.titles = titles
      report.words = report.words.map(withoutPlace)
      for index in report.parts.indices { report.parts[index].words = withoutPlace(report.parts[index].words) }
      for index in report.queue.indices { report.queue[index].failure = report.queue[index].failure.map(withoutPlace) }
      for (slug, title) in titles { report.pending = report.pending?.replacing(slug, with: title) }
      return report
    } catch let error as OperatedBoothError {
      throw error
    } catch {
      throw OperatedBoothError(
        .failed, "the booth is of another version than this studio: restart the older one of the two", .otherVersion)
    }
  }

  /// What the largest session of its events takes on its disk.
  private var sessionBytes: Int64 {
    StorageNeeds.sessionBytes(known.events(settings), ownGallery: settings.text(.galleryURL) == nil)
  }

  /// What people call events: their names, and the titles of locations. Where none can be read, their folders have to do.
  func titles(_ slugs: some Sequence<String>) async -> [String: String] {
    let slugs = Set(slugs)
    let names = known.events(settings).filter { slugs.contains($0.slug) && !$0.name.isEmpty }.map { ($0.slug, $0.name) }
    let events = Dictionary(names) { $1 }
    do throws(PlaceError) {
      return events.merging(try await places?.titles(ofEvents: slugs) ?? [:]) { $1 }
    } catch { return events }
  }

  func perform(_ order: BoothOrder) async throws(OperatedBoothError) -> String {
    let command: OperatorCommand
    do throws(OperatorError) {
      command = try OperatorCommand(order)
    } catch {
      throw OperatedBoothError(.refused, error.words, OperatedBoothError.Reason(error) ?? order.missing)
    }
    do throws(OperatedBoothError) {
      return try await ask(ControlRequest(command: command.name, arguments: command.arguments)).message
    } catch {
      // What can be done in the database of a booth that rests is done there.
      guard error.kind == .notRunning, RestingBooth.takes(command) else {
        throw error.kind == .refused ? .init(.refused, error.words, error.reason ?? order.refusal) : error
      }
      do { return try await Console(settings: settings).performAtRest(command) } catch let failure as OperatorError {
        let reason = OperatedBoothError.Reason(failure) ?? (failure.kind == .misasked ? order.missing : order.refusal)
        throw OperatedBoothError(.refused, withoutPlace(failure.words), reason)
      } catch {
        throw OperatedBoothError(.failed, "\(error)")
      }
    }
  }

  func screen(after number: Int) async throws(OperatedBoothError) -> GuestsScreen? {
    let response = try await ask(
      ControlRequest(command: ConsoleHandler.screenCommand, arguments: ["after": "\(number)"]))
    guard case .int(let number)? = response.data?["number"], case .string(let text)? = response.data?["jpeg"],
      let jpeg = Data(base64Encoded: text)
    else { return nil }
    return GuestsScreen(number: number, jpeg: Array(jpeg))
  }
}

extension BoothOrder {
  /// What it names that is not there; nil for an order that names nothing.
  fileprivate var missing: OperatedBoothError.Reason? {
    switch self {
    case .chooseEvent: .noSuchEvent
    case .retry, .cancel: .noSuchJob
    case .erase: .noSuchSession
    case .prints(.confirm), .prints(.again), .prints(.giveUp): .noSuchJob
    case .press, .turnGuide, .pause, .resume, .shutDown, .prints(.pause), .prints(.resume), .prints(.refilled): nil
    }
  }

  /// Why it is refused where the booth does not say.
  fileprivate var refusal: OperatedBoothError.Reason {
    switch self {
    case .erase: .sessionRuns
    case .press, .turnGuide, .pause, .resume, .shutDown, .chooseEvent, .retry, .cancel, .prints:
      missing ?? .cannotHelp
    }
  }
}

extension OperatorCommand {
  /// A page's order as the console's command.
  init(_ order: BoothOrder) throws(OperatorError) {
    switch order {
    case .press(let button): try self.init(name: "press", arguments: ["button": button])
    case .turnGuide(let turn): try self.init(name: "guide", arguments: ["turn": turn])
    case .pause: self = .pause
    case .resume: self = .resume
    case .shutDown: self = .shutDown
    case .chooseEvent(let slug): self = .selectEvent(slug)
    case .retry(let job): try self.init(name: "queue.retry", arguments: job.map { ["job": $0] } ?? [:])
    case .cancel(let job): try self.init(name: "queue.cancel", arguments: ["job": job])
    case .erase(let session): try self.init(name: "session.erase", arguments: ["session": session])
    case .prints(.pause): self = .pausePrints
    case .prints(.resume): self = .resumePrints
    case .prints(.refilled(let sheets)):
      try self.init(name: "print.refilled", arguments: sheets.map { ["sheets": "\($0)"] } ?? [:])
    case .prints(.confirm(let print)): try self.init(name: "print.confirm", arguments: ["print": print])
    case .prints(.again(let print)): try self.init(name: "print.retry", arguments: ["print": print])
    case .prints(.giveUp(let print)): try self.init(name: "print.cancel", arguments: ["print": print])
    }
  }
}

/// The events of a data folder, read again when they were looked at some time ago: a page asks every second. From any thread.
private final class KnownEvents: Sendable {
  private static let fresh = Duration.seconds(30)
  private let kept = Mutex<(events: [Event], at: ContinuousClock.Instant)?>(nil)

  /// Empty where they cannot be read.
  func events(_ settings: Settings) -> [Event] {
    if let kept = kept.withLock({ $0 }), ContinuousClock.now - kept.at < Self.fresh { return kept.events }
    let events: [Event]
    do { events = try EventPlaces.load(settings).events } catch { events = [] }
    kept.withLock { $0 = (events, .now) }
    return events
  }
}
