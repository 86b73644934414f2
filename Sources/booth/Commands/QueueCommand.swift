import ArgumentParser
import BoothCore
import BoothStore

struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "The uploads and renderings that wait.",
    subcommands: [List.self, Retry.self, Cancel.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "The jobs that are not over.")
    @Flag(help: "All jobs, the finished ones too.") var all = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let store = try VaultSessionStore.openForReading(folder: try await place.settings().data)
      let jobs = try await store.jobs(all: all)
      if output.json { return try printJSON(jobs) }
      if jobs.isEmpty { return print("the queue is empty") }
      printTable(
        jobs.map {
          [
            "\($0.id)", $0.kind.rawValue, $0.state.rawValue, "tried \($0.attempts)×", $0.session.text,
            $0.lastFailure ?? "",
          ]
        })
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "retry", abstract: "Try a job, or all of them, now.")
    @Argument(help: "The job's number; all without one.") var job: String?
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await Console(settings: place.settings()).tell(
        "queue.retry", job.map { ["job": $0] } ?? [:], json: output.json)
    }
  }

  struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: "Give a job up. The files stay on this machine.")
    @Argument(help: "The job's number.") var job: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await Console(settings: place.settings()).tell("queue.cancel", ["job": job], json: output.json)
    }
  }
}
