import ArgumentParser
import FeatureMatching

/// The process that finds features, started by the booth itself: its standard input is a socket.
struct FeatureProcessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "features", shouldDisplay: false)
  @Option(help: "The file of weights.") var weights: String?
  @Option(help: "The booth's process id.") var parent: Int32

  func run() { FeatureProcess.run(parent: parent, weights: weights) }
}
