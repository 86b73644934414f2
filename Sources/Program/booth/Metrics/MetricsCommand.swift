import ArgumentParser
import BoothSystem
import CommandSupport
import Glibc

struct MetricsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: "Print the running booth's figures for Prometheus.",
    discussion: """
      Text format 0.0.4. With --out a file for node_exporter's textfile collector: replaced in one step, readable by all; \
      where no booth answers it says booth_up 0, and the command ends with 0. The booth itself answers /metrics where the \
      setting `metrics` says at which address.
      """)
  @Option(help: "The file to write, such as /var/lib/prometheus/node-exporter/booth.prom; an older one is replaced.")
  var out: String?
  @OptionGroup var place: PlaceOptions

  func run() async throws {
    let console = Console(settings: try await place.settings(data: .nothing))
    let text: String
    do { text = try await console.figures() } catch let failure as CommandError
      where failure.code == CommandError.unavailable
    {
      guard let out else {
        print(BoothMetrics.none.text, terminator: "")
        throw failure
      }
      return try Self.write(BoothMetrics.none.text, to: Settings.absolute(out))
    }
    if let out { try Self.write(text, to: Settings.absolute(out)) } else { print(text, terminator: "") }
  }

  /// A collector reads the old file or the new one, under whatever user it runs.
  private static func write(_ text: String, to path: String) throws(CommandError) {
    var facts = stat()
    if stat(path, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG { return try writeFile(Array(text.utf8), to: path) }
    let draft = DurableFile.draft(of: path)
    do throws(CommandError) { try writeFile(Array(text.utf8), to: draft) } catch {
      let code = errno
      unlink(draft)
      throw CommandError(
        "\(path) cannot be written: \(SystemWords.of(code)); expected a file's path in an existing folder with room",
        code: CommandError.cannotCreate)
    }
    chmod(draft, 0o644)
    do throws(DurableFile.Fault) { try DurableFile.rename(draft, to: path) } catch {
      throw CommandError("\(path) cannot be written: \(error.words)", code: CommandError.cannotCreate)
    }
  }
}
