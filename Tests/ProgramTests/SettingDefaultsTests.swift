import Audio
import CommandSupport
import Screens
import Testing

/// Settings are written without the modules that read them.
@Suite struct SettingDefaultsTests {
  @Test func `the sides of the camera are those that screens know`() {
    #expect(SettingKey.screenCamera.defaultValue == PixelStyle().camera.rawValue)
    guard case .choice(let sides) = SettingKey.screenCamera.kind else {
      Issue.record("the setting is no choice")
      return
    }
    #expect(sides == PixelStyle.CameraSide.allCases.map(\.rawValue))
  }

  @Test func `the microphone is chosen by the driver`() {
    #expect(SettingKey.soundDevice.defaultValue == ALSAMicrophone.automatic)
  }
}
