import ArgumentParser
import BoothCore
import BoothSimulation
import BoothSystem
import CommandSupport
import FoundationEssentials
import Glibc

/// Whole nights at a booth, simulated from one seed.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Live through nights of broken cameras, dying networks and power cuts, and check that nothing is lost.",
    discussion: """
      Runs the very machines that the booth runs, on a clock of its own. The same seed gives the same nights, to the
      byte. Ends with 1 when an invariant breaks, and prints the smallest night found that breaks it.
      """)

  enum Store: String, ExpressibleByArgument { case memory, sqlite }

  @Option(help: "What everything is drawn from.") var seed: UInt64 = 1
  @Option(help: "How many sessions are to begin.") var sessions = 1000
  @Option(help: "all, none, or kinds and groups of faults with commas between (see --list-faults).")
  var faults = "all"
  @Option(
    name: [.long, .customLong("trace")],
    help: "Write what happened to this file, one JSON object per line, as the journal has it.")
  var out: String?
  @Option(help: "memory: a disk that forgets at a power cut; sqlite: the real store, in a temporary folder.")
  var store = Store.memory
  @Option(help: "Only this night of the seed.") var night: Int?
  @Option(help: "How many nights run at once; they are the same nights with any number.") var threads = 2
  @Flag(help: "Print the kinds of faults, by group.") var listFaults = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    if listFaults { return printFaults() }
    let (kinds, unknown) = FaultKind.read(faults)
    guard let kinds else {
      throw CommandError(
        "\"\(unknown ?? "")\" is no kind of fault; booth simulate --list-faults prints them", code: CommandError.usage
      )
    }
    guard sessions > 0, threads > 0, (night ?? 0) >= 0 else {
      throw CommandError(
        "--sessions and --threads are at least 1, and --night at least 0", code: CommandError.usage)
    }
    var simulation = Simulation(seed: seed, sessions: sessions, faults: kinds)
    simulation.onlyNight = night
    simulation.threads = threads
    simulation.traces = out != nil
    let folder = store == .sqlite ? try NightFolder.make() : nil
    defer { folder?.remove() }
    if let folder {
      simulation.makeStore = { (number) throws(StoreError) in RealNightStore(folder: "\(folder.path)/night-\(number)") }
      simulation.shrinkBudget = 60
    }
    let file = try out.map { try TraceFile(path: $0) }
    let began = ContinuousClock.now
    let report = try await simulation.run { try file?.append($0) }
    let seconds = max((ContinuousClock.now - began).inSeconds, 0.001)
    // A failure's trace is the smallest night that has it: that is the one to look at.
    if let shortest = report.shortest { try file?.replace(with: shortest.trace) }
    try printAnswer(SimulationSummary(report, seed: seed, seconds: seconds))
    if !report.failures.isEmpty { throw ExitCode(CommandError.failed) }
  }

  private func printAnswer(_ summary: SimulationSummary) throws {
    if output.json { return try printJSON(summary) }
    for line in summary.lines(trace: out) { say("\(line)") }
  }

  private func printFaults() {
    for group in FaultKind.Group.allCases {
      let kinds = FaultKind.allCases.filter { $0.group == group }
      say("\(group.rawValue): \(kinds.map(\.rawValue).joined(separator: ", "))")
    }
  }
}

/// The file of a trace, written as the nights end.
final class TraceFile: Sendable {
  private let path: String
  private let descriptor: Int32

  init(path: String) throws(CommandError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
  }

  deinit { close(descriptor) }

  private static func failure(_ path: String) -> CommandError {
    CommandError(
      "\(path) cannot be written: \(SystemWords.of(errno)); expected a file's path in an existing folder",
      code: CommandError.cannotCreate)
  }

  func append(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard written > 0 else { throw Self.failure(path) }
      rest = rest.dropFirst(written)
    }
  }

  func replace(with bytes: [UInt8]) throws {
    guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
      throw Self.failure(path)
    }
    try append(bytes)
  }
}
