import ArgumentParser
import BoothCore
import BoothRuntime
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials

struct QueueCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Show and retry the uploads and renderings that are waiting.",
    subcommands: [List.self, Retry.self, Cancel.self], defaultSubcommand: List.self)

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the jobs that are not finished.")
    @Flag(help: "All jobs, the finished ones too.") var all = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let store = try VaultSessionStore.openForReading(folder: try await place.settings(data: .nothing).data)
      let jobs = try await store.jobs(all: all)
      if output.json { return try printJSON(jobs.map { JobAnswer($0) }) }
      if jobs.isEmpty { return say("the queue is empty") }
      printTable(
        header: ["job", "kind", "state", "tries", "of", "last failure"],
        jobs.map {
          [
            "\($0.id)", $0.kind.rawValue, $0.state.rawValue, "\($0.attempts)", $0.subject.description,
            CommandText(advice: $0.lastFailure ?? "").printed,
          ]
        })
      let waiting = jobs.filter(\.state.needsOperator)
      for state in Job.State.allCases {
        let alike = waiting.filter { $0.state == state }
        guard !alike.isEmpty else { continue }
        print()
        say("\(state.rawValue): \(Self.remedy(state)) (jobs \(alike.map { "\($0.id)" }.joined(separator: ", ")))")
      }
    }

    /// What the operator does about jobs in a state.
    private static func remedy(_ state: Job.State) -> CommandText {
      switch state {
      case .held: "do what the last column says, then: booth queue retry ID, or --all"
      case .expired: "the event's `expires` has passed; to bring it all the same: booth queue retry ID, or --all"
      case .failed:
        "cannot succeed as it is, nothing waits for it; booth queue retry ID, or give it up: booth queue cancel ID"
      case .ready, .running, .done, .cancelled: "nothing to do"
      }
    }
  }

  /// Jobs are numbered from 1.
  private static func check(_ job: String) throws {
    guard let id = JobID(job), id > 0, "\(id)" == job else {
      throw ValidationError("\"\(job)\": expected a job's number, 1 or more, as `booth queue list` shows them")
    }
  }

  struct Retry: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "retry", abstract: "Try a job, or all of them, now.",
      discussion: """
        Without a running booth the jobs are made ready, and tried when it runs next. The number of a cancelled job \
        queues a new one that does its work, as long as there is any.
        """)
    @Argument(help: "The job's number; all without one.") var job: String?
    @Flag(help: "All jobs that are not over; the same as no number.") var all = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
      if all, job != nil { throw ValidationError("expected a job's number or --all, not both") }
      if let job { try QueueCommand.check(job) }
    }

    func run() async throws {
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(
        .retry(job.flatMap(JobID.init)), json: output.json)
    }
  }

  struct Cancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "cancel", abstract: "Cancel a job. Its files stay on this machine.",
      discussion: "Also without a running booth, and of a job that a newer version of booth has left in the books.")
    @Argument(help: "The job's number.") var job: String
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws { try QueueCommand.check(job) }

    func run() async throws {
      guard let job = JobID(job) else { return }
      try await Console(settings: place.settings(data: .nothing)).sendOrPerform(.cancel(job), json: output.json)
    }
  }
}
