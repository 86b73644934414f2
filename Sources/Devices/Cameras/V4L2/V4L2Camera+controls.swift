import BoothCore
import Logging

/// What the profile and the operator want of the camera's controls.
extension V4L2Camera {
  /// Sets every control. What the camera refuses is told once, and no reason to stop: some take a control only while they
  /// stream, so it is tried again with each start.
  func applyControls(_ device: any V4L2Device) {
    guard !requestedSettings.isEmpty else { return }
    do {
      let controls = try device.controls()
      for setting in requestedSettings { apply(setting, controls, device) }
    } catch {
      note("its controls cannot be read: \(error.words)")
    }
  }

  private func apply(_ setting: V4L2ControlSetting, _ controls: [V4L2Control], _ device: any V4L2Device) {
    do {
      let (id, number) = try setting.resolve(among: controls, path)
      try device.setControl(id, to: number)
    } catch {
      note("\(setting.name) is not \(setting.value): \(CameraError(error, at: path).detail)")
    }
  }

  private func note(_ words: String) {
    guard noted.insert(words).inserted else { return }
    logger.notice("control not set", metadata: ["camera": "\(path)", "error": "\(words)"])
  }

  /// Keeps what was set by hand, so that the next start of the stream does not undo it.
  func remember(_ setting: V4L2ControlSetting, id: UInt32) {
    requestedSettings.removeAll { ($0.number ?? CameraControl.number($0.name)) == id || $0.name == setting.name }
    requestedSettings.append(setting)
  }
}
