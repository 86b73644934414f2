import BoothCore
import Cameras
import Testing

/// Every check of the camera trial as a test: what every ``CameraDriver`` must do, whatever it drives.
///
/// The suite itself is the product's, since `booth devices test` runs it on real cameras. The camera must be there and
/// free.
struct CameraConformance {
  private let trial: CameraTrial
  private let location: SourceLocation

  init(
    _ source: any CameraSource, request: LiveViewRequest = LiveViewRequest(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    trial = CameraTrial(source, request: request, patience: .seconds(100))
    location = sourceLocation
  }

  /// Runs every check that needs no plug to be pulled.
  func run() async throws {
    let outcomes = await trial.run()
    for outcome in outcomes { record(outcome.complaints, "“\(outcome.check)”") }
    #expect(outcomes.count == CameraTrial.Check.allCases.count, "not every check was run", sourceLocation: location)
  }

  /// Pulls the plug during live view and puts it back.
  func isLostAndReturns(
    unplug: @escaping @Sendable () async -> Void, plugIn: @escaping @Sendable () async -> Void
  ) async throws {
    record(try await trial.isLostAndReturns(unplug: unplug, plugIn: plugIn), "loss and return")
  }

  private func record(_ complaints: [String], _ check: String) {
    for complaint in complaints { Issue.record("\(check): \(complaint)", sourceLocation: location) }
  }
}
