import BoothCore
import BoothSystem
import Cameras
import CommandSupport
import Logging
import StudioModel

/// Which rungs of the recovery ladder each camera has on this machine.
extension Examination {
  func recovery() -> [Finding] {
    let log = Logger(label: "doctor") { _ in SwiftLogNoOpLogHandler() }
    do {
      // Which camera it is, and that there is none, is a finding of its own.
      let main = try CameraChoice.source(settings, mockScript: nil, log: log)
      let other = try CameraChoice.fallback(settings, log: log)
      return [finding("recovery", main, hasFallback: other != nil)]
        + (other.map { [finding("fallback", $0, hasFallback: false)] } ?? [])
    } catch let failure as CommandError where failure == CameraChoice.noneFound || failure == unknownCamera {
      return []
    } catch {
      let words = CommandText(of: error)
      return [.warning("recovery", words, "the steps depend on the camera; see `camera`", .init(.cameraUncertain))]
    }
  }

  private var unknownCamera: CommandError { CameraChoice.unknown(settings.text(.camera) ?? "auto") }

  private func finding(_ subject: String, _ source: any CameraSource, hasFallback: Bool) -> Finding {
    let steps = source.recovery
    let usb = (source as? V4L2CameraSource)?.usb ?? (source as? GPhoto2CameraSource)?.usb
    var rungs: [String] = []
    var obstacle: String?
    for rung in steps.rungs {
      switch rung {
      case .resetUSB:
        let words = usb?.resetWords ?? ""
        if words.hasPrefix("not possible") { obstacle = "\(rung): \(words)" }
        rungs.append("\(rung) (\(words))")
      case .cutPower:
        let words = usb?.powerWords ?? ""
        if words.hasPrefix("not possible") { obstacle = "\(rung): \(words)" }
        rungs.append("\(rung) (\(words))")
      case .retry, .release, .reopen, .fallback: rungs.append("\(rung)")
      }
    }
    if hasFallback { rungs.append("\(RecoveryRung.fallback)") }
    let words = "\(source.name): " + rungs.joined(separator: ", ")
    return obstacle.map { .warning(subject, "\(words)", "\($0)", .init(.recoveryLimited)) }
      ?? .fine(subject, "\(words)", .init(.recoveryReady))
  }
}
