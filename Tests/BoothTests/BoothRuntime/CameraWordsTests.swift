import Testing

@testable import BoothRuntime

@Suite struct CameraWordsTests {
  @Test func `a camera is called by its model, and by its driver where the model does not name it`() {
    #expect(CameraStatus.words(model: "mock camera (drawn guests)", driver: "mock") == "mock camera (drawn guests)")
    #expect(CameraStatus.words(model: "Canon EOS 80D", driver: "gphoto2") == "Canon EOS 80D (gphoto2)")
    #expect(CameraStatus.words(model: "USB camera", driver: "v4l2") == "USB camera (v4l2)")
    #expect(CameraStatus.words(model: "USB camera", driver: nil) == "USB camera")
  }
}
