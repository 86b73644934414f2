import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "status", abstract: "Show what the booth is doing now.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let (status, shownPictures) = try await Console(settings: place.settings(data: .nothing)).told()
    if output.json { return try printJSON(StatusAnswer(status, shownPictures: shownPictures)) }
    var rows = [
      ["scene", status.scene], ["event", status.event ?? "none chosen"],
      ["camera", CommandText(advice: status.camera).printed],
      ["queue", status.jobs.isEmpty ? "empty" : counted(status.jobs.count, "job")],
    ]
    if let failure = status.uploadFailure {
      rows.append(["uploads", CommandText("do not arrive: \(advice: failure)").printed])
    }
    for camera in status.cameras where !camera.usable || camera.role == .fallback {
      rows.append(["\(camera.role.rawValue) camera", CommandText(advice: camera.words).printed])
    }
    if let printer = status.printer {
      let waiting = status.jobs.count { $0.job.kind == .print }
      let words =
        printer.obstacle.map { $0 == .pausedHere ? "prints are paused" : "out of order (\($0.rawValue))" }
        ?? printer.status.map { $0.state == .processing ? "printing" : "ready" } ?? "not asked yet"
      let prints = [
        waiting == 0 ? nil : "\(counted(waiting, "print")) waiting",
        printer.sheetsLeft.map { "\(counted($0, "sheet")) left" },
        printer.questions.isEmpty
          ? nil : "\(counted(printer.questions.count, "print")) to be answered: booth print list",
      ].compactMap { $0 }.map { ", \($0)" }.joined()
      rows.append([
        "printer",
        CommandText("\(advice: printer.status?.model ?? printer.address): \(advice: words + prints)").printed,
      ])
    }
    if let free = status.freeBytes {
      rows.append(["disk", "\(Self.gigabytes(free)) GB free\(Self.words(status.storage).map { " (\($0))" } ?? "")"])
    }
    for panel in status.panels {
      let answered = panel.lastMilliseconds.map { ", the last answered in \(Int($0.rounded())) ms" } ?? ""
      rows.append(["panel \(panel.name)", counted(panel.presses, "press", "presses") + answered])
    }
    if status.releasedFiles > 0 {
      rows.append([
        "keep-policy", "freed \(status.releasedBytes >> 20) MB: \(counted(status.releasedFiles, "uploaded file"))",
      ])
    }
    if let closing = status.closing {
      rows.append(["hours", "closed until \(closing.words); to open all the same: booth resume"])
    }
    if let pending = status.pending { rows.append(["after the session", pending.words]) }
    for (topic, words) in status.troubles.sorted(by: { $0.key < $1.key }) {
      rows.append(["trouble: \(topic)", CommandText(advice: words).printed])
    }
    printTable(rows)
  }

  /// `62.9`: as many as the studio's pages show.
  private static func gigabytes(_ bytes: Int64) -> String {
    let tenths = bytes / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// What the disk lacks; nil where it has room.
  private static func words(_ storage: StorageNews) -> String? {
    if let refusal = storage.refusal { return refusal.words }
    return switch storage.level {
    case .plenty: nil
    case .low: "running low"
    case .noClips: "too little for clips"
    case .full: "full"
    }
  }
}

extension BoothStatus {
  /// What the last try of an upload that goes on by itself failed with, and when it is tried again; nil where none failed.
  /// What waits for the operator is a trouble of its own.
  var uploadFailure: String? {
    let failed = jobs.filter { $0.job.kind == .upload && $0.job.lastFailure != nil && !$0.job.state.needsOperator }
    guard let first = failed.min(by: { $0.job.id < $1.job.id }), let words = first.job.lastFailure else { return nil }
    let again = first.waitSeconds.map { "again in \(Int($0.rounded(.up))) s" } ?? "being tried again"
    return "\(words); \(again)" + (failed.count > 1 ? ", and \(failed.count - 1) more" : "")
  }
}

struct PressCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "press", abstract: "Press a button of the booth.")
  @Argument(help: "start, cancel, retake, next or previous.") var button: String
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard Press(rawValue: button) != nil else {
      throw ValidationError("\"\(button)\": expected one of \(Press.allCases.map(\.rawValue).joined(separator: ", "))")
    }
  }

  func run() async throws {
    guard let press = Press(rawValue: button) else { return }
    try await Console(settings: place.settings(data: .nothing)).send(.press(press), json: output.json)
  }
}

struct PauseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Take no new guests. A running session finishes first; pause twice to end it now.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions
  func run() async throws {
    try await Console(settings: place.settings(data: .nothing)).send(.pause, json: output.json)
  }
}

struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "resume", abstract: "Take guests again after a pause.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions
  func run() async throws {
    try await Console(settings: place.settings(data: .nothing)).send(.resume, json: output.json)
  }
}

struct ShutdownCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shutdown", abstract: "Stop the booth. A running session finishes first; shut down twice to stop now.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions
  func run() async throws {
    try await Console(settings: place.settings(data: .nothing)).send(.shutDown, json: output.json)
  }
}

struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings", abstract: "Show this booth's settings; --open shows them on its screen.")
  @Flag(help: "Open the operator's settings on the booth's screen.") var open = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    if open { return try await Console(settings: settings).send(.openSettings, json: output.json) }
    let status = try await Console(settings: settings).status()
    let facts = status.facts
    if output.json { try printJSON(facts) } else { for fact in facts { say("\(fact)") } }
  }
}
