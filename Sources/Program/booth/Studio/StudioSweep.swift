import BoothSystem
import CommandSupport
import StudioModel
import StudioServer
import StudioStore
import WebSupport

/// Takes away what kills have left half written in the studio's folder: at the start, and every hour. It has no pages.
struct StudioSweep: StudioFeature {
  let folder: String
  /// Longer than one file is written, in seconds.
  static let patience: Double = 3600

  var sections: [StudioSection] { [] }

  func answer(_ context: StudioContext, _ shell: StudioShell) async throws -> WebAnswer? { nil }

  func tend(at now: Double) async {
    let faults = await withCheckedContinuation { continuation in
      let fault = OwnThread.start("sweep") {
        let moment = now - Self.patience
        continuation.resume(
          returning: PictureFolder.sweep("\(folder)/\(PictureFolder.name)", untouchedSince: moment)
            + DurableFile.sweep(folder, untouchedSince: moment))
      }
      if fault != 0 { continuation.resume(returning: []) }
    }
    for fault in faults { complain("booth: what a kill has left stays: \(fault)") }
  }
}
