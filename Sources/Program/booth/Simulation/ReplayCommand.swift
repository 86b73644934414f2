import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials

/// A journal, read aloud and decided again.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Read a journal, or a simulator's trace, state by state, and decide everything again.",
    discussion: """
      Ends with 1 where today's code would decide otherwise than the journal says, and where lines are missing, as what
      follows them in that run cannot be judged. The journal of a booth is in its data
      folder: journal/journal.jsonl, and the older journal.1.jsonl and journal.2.jsonl.
      """)

  @Argument(help: "The files, the oldest first.") var files: [String]
  @Flag(help: "Print only what is decided otherwise.") var quiet = false

  func run() throws {
    var replay = Replay()
    for file in files {
      guard let data = FileManager.default.contents(atPath: file) else {
        throw CommandError(
          "\(file) cannot be read; expected a journal, such as journal/journal.jsonl of the data folder",
          code: CommandError.usage)
      }
      for line in data.split(separator: 0x0A) { printAnswer(replay.read(Array(line))) }
    }
    if replay.skipped > 0 {
      say("\(replay.skipped) lines before the first start: what led to them is in an older file, they are not judged")
    }
    if replay.unreadable > 0 { say("\(replay.unreadable) lines could not be read") }
    if replay.missing > 0 { say("\(replay.missing) lines are missing: they could not be written") }
    if replay.unjudged > 0 { say("\(replay.unjudged) lines after those, or after a difference, are not judged") }
    guard replay.judged > 0 else {
      throw CommandError("there is no start of a booth in \(files.joined(separator: ", ")), so nothing can be judged")
    }
    say("\(replay.judged) decisions made again, \(replay.differences) of them otherwise")
    if !replay.isClean { throw ExitCode(CommandError.failed) }
  }

  private func printAnswer(_ outcome: Replay.Outcome) {
    switch outcome {
    case .same(let line), .skipped(let line), .unjudged(let line): if !quiet { say("\(JournalWords.line(line))") }
    case .snapshot: break
    case .note(let note): if !quiet { say("\(JournalWords.note(note))") }
    case .unreadable(let text): say("unreadable: \(text)")
    case .differs(let line, let state, let effects):
      say("\(JournalWords.line(line))")
      say("  today's code decides otherwise: \(JournalWords.state(state)); \(JournalWords.effects(effects))")
      if JournalWords.state(state) == JournalWords.state(line.state) {
        say("    journal: \(line.state) \(line.effects)")
        say("    today:   \(state) \(effects)")
      }
    }
  }
}
