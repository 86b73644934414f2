package import BoothCore

extension V4L2Camera: CameraSettingsReader {
  package func settings() throws(CameraError) -> [CameraSetting] {
    let device = try openDevice("settings")
    do throws(V4L2Fault) {
      var settings: [CameraSetting] = []
      for control in try device.controls() where control.kind != .button {
        let name = V4L2ControlSetting.spelled(control.name)
        // Some can be written only.
        guard !CameraSetting.isPrivate(name), let value = try device.controlValue(control.id) else { continue }
        settings.append(CameraSetting(name: name, value: control.kind.text(value), choices: control.kind.choices))
      }
      return settings
    } catch {
      throw error.cameraError(path)
    }
  }
}

extension V4L2Control.Kind {
  fileprivate func text(_ value: Int32) -> String {
    if case .menu(let items) = self, let item = items[value] { return item }
    return "\(value)"
  }

  fileprivate var choices: [String] {
    switch self {
    case .integer(let range): ["\(range.lowerBound) to \(range.upperBound)"]
    case .menu(let items): items.sorted { $0.key < $1.key }.map(\.value)
    case .boolean, .button: []
    }
  }
}
