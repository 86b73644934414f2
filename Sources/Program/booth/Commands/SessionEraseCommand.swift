import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc

/// Erases a session on a guest's request.
struct SessionEraseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase", abstract: "Erase a session here and at the gallery, on a guest's request.",
    discussion: """
      The files go at once; the gallery is told by a job that is tried until it succeeds. What stays is the proof: that \
      the session was, and when it was erased here and there (`booth session show`). Copies made before, on a stick or \
      by guests, are beyond reach. A session in front of the camera is cancelled there.
      """)
  @Argument(help: "The session's id, or its first eight signs.") var id: String
  @Flag(help: "Do not ask.") var yes = false
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try await place.settings(data: .nothing)
    let (record, _) = try await SessionCommand.find(id, in: settings)
    if !yes { try confirm(record) }
    try await Console(settings: settings).sendOrPerform(.eraseSession(record.id), json: output.json)
  }

  private func confirm(_ record: SessionRecord) throws {
    guard isatty(STDIN_FILENO) == 1 else {
      throw CommandError("erasing cannot be undone. To erase without a question, add --yes", code: CommandError.usage)
    }
    say(
      "Session \(record.id), \(record.openedAt.words): \(counted(record.photos.count, "photo")) and \(counted(record.clips.count, "clip")), "
        + "here and at the gallery.")
    print("Erase it permanently? [y/N] ", terminator: "")
    fflush(nil)
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw CommandError("Nothing was erased.")
    }
  }
}

extension WallTime {
  /// For people: in the local time zone. Whether to believe it says ``clockRow(_:)``, once for all times of an answer.
  var words: String { LocalTime.words(date) }

  /// A row that says that times may be wrong, where the clock was not set at one of them; else none.
  static func clockRow(_ times: [WallTime]) -> [[String]] {
    times.allSatisfy(\.trusted)
      ? [] : [["clock", "not synchronised at that time, so these times may be wrong; to set it: timedatectl"]]
  }
}
