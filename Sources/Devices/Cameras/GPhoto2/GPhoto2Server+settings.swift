package import BoothCore
import CGPhoto2

extension GPhoto2Server {
  /// Every setting of the camera that says nothing of its owner, for a report.
  func settings() throws -> [CameraSetting] {
    var settings: [CameraSetting] = []
    try opened().withSettings { widget in
      guard !CameraSetting.isPrivate(widget.name) else { return }
      do throws(GPhoto2Fault) {
        settings.append(CameraSetting(name: widget.name, value: try widget.text(), choices: widget.choices()))
      } catch {
        settings.append(CameraSetting(name: widget.name, value: "(\(error.text))"))
      }
    }
    return settings
  }
}

extension GPhoto2Camera: CameraSettingsReader {
  package func settings() throws(CameraError) -> [CameraSetting] {
    // Reading all of a body's settings takes seconds on a slow one.
    let answer = try ask(.settings, within: .seconds(30), "reading its settings")
    guard case .settings(let settings) = answer.reply else { throw surprise(answer.reply) }
    return settings
  }
}
