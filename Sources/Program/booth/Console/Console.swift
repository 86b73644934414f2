import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import ControlSocket
import FoundationEssentials
import Glibc

/// The console commands' way to a running booth.
struct Console {
  let settings: Settings

  /// Asks the booth on this data folder; throws in words when there is none or it refuses.
  func ask(_ command: OperatorCommand) async throws -> ControlResponse {
    try await ask(ControlRequest(command: command.name, arguments: command.arguments))
  }

  /// The running booth's figures, in Prometheus' text format.
  func figures() async throws -> String {
    try await ask(ControlRequest(command: ConsoleHandler.metricsCommand)).message
  }

  private func ask(_ request: ControlRequest) async throws -> ControlResponse {
    let response: ControlResponse
    do {
      response = try await answer(to: request)
    } catch {
      let words = error.code == .notRunning ? unanswered(error.subject) : nil
      throw CommandError(
        "\(advice: words ?? "\(error)")", code: error.code == .denied ? CommandError.denied : CommandError.unavailable)
    }
    guard response.ok else { throw CommandError("\(advice: response.message)", code: Int32(clamping: response.code)) }
    return response
  }

  /// Asks a second time where a running booth has opened its socket since the first: one that was replaced is made anew.
  private func answer(to request: ControlRequest) async throws(ControlError) -> ControlResponse {
    let client = ControlClient(path: ControlPath.of(data: settings.data))
    do { return try await client.send(request, timeout: .seconds(10)) } catch {
      var facts = stat()
      guard error.code == .notRunning, VaultSessionStore.isOwned(folder: settings.data),
        lstat(client.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK
      else { throw error }
    }
    return try await client.send(request, timeout: .seconds(10))
  }

  /// Why a booth that has the data folder cannot be asked; nil where none has it.
  private func unanswered(_ path: String) -> String? {
    guard VaultSessionStore.isOwned(folder: settings.data) else { return nil }
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      return
        "a booth has \(settings.data) open, and its socket \(path) is not there: it starts or ends, or makes one anew that "
        + "something has removed; ask again in some seconds"
    }
    guard facts.st_mode & S_IFMT == S_IFSOCK else {
      return
        "a booth runs on \(settings.data), and cannot be asked: something has replaced its socket, \(path) is none; it makes "
        + "another within seconds: ask again; where it does not, move that away"
    }
    return
      "a booth has \(settings.data) open, and does not listen at its socket \(path): it starts or ends; ask again in some "
      + "seconds"
  }

  /// Asks, and prints the answer's sentence.
  func send(_ command: OperatorCommand, json: Bool) async throws {
    try Self.send(try await ask(command).message, json: json)
  }

  /// The same, and where no booth runs, in its store.
  func sendOrPerform(_ command: OperatorCommand, json: Bool) async throws {
    precondition(RestingBooth.takes(command))
    do { return try await send(command, json: json) } catch let failure as CommandError
      where failure.code == CommandError.unavailable
    {
      guard FileManager.default.fileExists(atPath: settings.data + "/booth.sqlite") else { throw failure }
    }
    try Self.send(try await doAtRest(command), json: json)
  }

  /// Does it in the store of a booth that does not run.
  /// - Returns: what was done, in a sentence.
  func doAtRest(_ command: OperatorCommand) async throws -> String {
    do { return try await performAtRest(command) } catch let error as OperatorError {
      throw CommandError("\(advice: error.words)", code: error.exitCode)
    }
  }

  /// The same.
  /// - Throws: ``OperatorError`` where the store refuses it; else why the store cannot be opened.
  func performAtRest(_ command: OperatorCommand) async throws -> String {
    var jobs = JobRegistry.sessions
    // Giving up is the one thing to be done with a job of a newer version, of an unknown kind.
    if case .cancel = command { try await jobs.register(foreignTo: settings.data) }
    let booth = RestingBooth(try VaultSessionStore.open(folder: settings.data, jobs: jobs))
    return try await booth.perform(command, at: SystemClock().wallTime)
  }

  private static func send(_ words: String, json: Bool) throws {
    if json { try printJSON(["message": words]) } else { Courtesy.say("\(advice: words)") }
  }

  /// What links begin with at the booth that runs on this data folder; nil where none answers.
  func runningLinkBase() async -> String? {
    do { return try await status().linkBase } catch { return nil }
  }

  func status() async throws -> BoothStatus { try await told().status }

  /// The same, and how many pictures the guests' display has had; nil where there is none.
  func told() async throws -> (status: BoothStatus, shownPictures: Int?) {
    guard let data = try await ask(.status).data else { throw CommandError("the booth told nothing") }
    let pictures: Int? = if case .int(let count)? = data[ConsoleHandler.pictures] { count } else { nil }
    return (try data.decode(BoothStatus.self), pictures)
  }
}

extension JobRegistry {
  /// Adds the kinds of the jobs that wait in a data folder and that this version does not work on.
  fileprivate mutating func register(foreignTo folder: String) async throws {
    for job in try await VaultSessionStore.openForReading(folder: folder).jobs(all: false) {
      register(
        job.kind,
        JobPolicy(subject: job.subject.kind, lease: .seconds(60), confirmation: .served, topic: job.kind.rawValue))
    }
  }
}
