import BoothCore
import Cameras
import Testing

/// libgphoto2's numbers and words, as the booth understands them. The words are the library's own.
@Suite("gphoto2's faults") struct GPhoto2FaultTests {
  struct Sample: Sendable {
    var fault: GPhoto2Fault
    var code: CameraError.Code
    var answers: Bool?

    init(_ call: String, _ number: Int32, _ words: String..., code: CameraError.Code, answers: Bool? = nil) {
      fault = GPhoto2Fault(call, number, words: words)
      self.code = code
      self.answers = answers
    }
  }

  static let samples = [
    Sample("open", -105, code: .notFound),
    Sample("open", -52, code: .notFound),
    Sample("open", -53, "Could not claim the USB device", code: .busy),
    Sample("trigger", -110, "PTP Device Busy", code: .busy),
    Sample("trigger", -1, "PTP Device Busy", code: .busy),
    Sample("trigger", -1, "Canon EOS Capture failed to release: Perhaps no focus?", code: .focusFailed),
    Sample("trigger", -1, "Canon EOS Auto-Focus failed, could not capture.", code: .focusFailed),
    Sample("trigger", -1, "Out of Focus", code: .focusFailed),
    // A setting's name is no word about the lens.
    Sample("set focusmode", -1, "focusmode: \"x\" is none of Manual", code: .failed, answers: true),
    // Every other photo fails as well, until a person sees to the card.
    Sample("trigger", -1, "PTP Store Full", code: .refusesPhotos),
    Sample("trigger", -115, code: .refusesPhotos),
    Sample("live view", -6, code: .unsupported),
    Sample("download", -7, "PTP I/O error", code: .disconnected),
    Sample("download", -1, "PTP General Error", code: .disconnected, answers: false),
    Sample("download", -1, "PTP General Error", code: .failed, answers: true),
    Sample("trigger", -10, code: .disconnected),
  ]

  @Test(arguments: samples) func `a fault has a code by what can be done, and the library's words`(_ sample: Sample) {
    let error = sample.fault.cameraError("usb:001,004", answers: sample.answers)
    #expect(error.code == sample.code)
    #expect(error.detail.contains("(\(sample.fault.code))"))
    for word in sample.fault.words { #expect(error.detail.contains(word)) }
  }
}
