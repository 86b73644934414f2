import BoothCore
import BoothTesting
import FoundationEssentials
import Testing

@testable import Cameras

@Suite("Transcripts", .timeLimit(.minutes(15)), .serialized) struct CameraRecordingTests {
  private static func faulty() -> MockScript {
    var script = MockScript(
      showsPattern: true,
      size: PixelSize(width: 320, height: 240), framesPerSecond: 50, layout: .jpeg,
      stillSize: PixelSize(width: 640, height: 480),
      faults: [
        MockFault(at: .open(1), .fail(.busy)), MockFault(at: .frame(8), .stall(.milliseconds(900))),
        MockFault(at: .still(2), .failFocus), MockFault(at: .start(3), .fail(.failed)),
        MockFault(at: .still(3), .lose(backAfter: .milliseconds(700))), MockFault(at: .still(5), .hang),
      ])
    script.model = "Camera \"A\""
    script.takesStills = false
    script.formats = ["320x240 MJPG 50 fps"]
    script.delays.open = [.milliseconds(150)]
    script.delays.still = [.milliseconds(300)]
    script.delays.firstFrame = .milliseconds(200)
    return script
  }

  private static func record(_ script: MockScript) async throws -> MockScript {
    try await CameraRecording(
      MockCameraSource(script: script, logger: quiet), rounds: 3, shots: 2, liveView: .milliseconds(500),
      patience: .seconds(12)
    ).run()
  }

  /// What happens and when, without how long it took, and without the pauses in live view: a busy machine makes some of
  /// its own.
  private static func events(_ script: MockScript) -> [String] {
    script.faults.filter { !["slow", "stall"].contains($0.action.name) }
      .map { fault in
        switch fault.at {
        case .open(let number): "open \(number) \(fault.action.name)"
        case .start(let number): "start \(number) \(fault.action.name)"
        case .still(let number): "still \(number) \(fault.action.name)"
        case .frame, .seconds: "frame \(fault.action.name)"
        }
      }.sorted()
  }

  private static func stalls(_ script: MockScript) -> [(frame: Int, duration: Duration)] {
    script.faults.compactMap { fault in
      if case .frame(let number) = fault.at, case .stall(let duration) = fault.action {
        (number, duration)
      } else {
        nil
      }
    }
  }

  @Test func `a faulty camera is written down, and what is played from that behaves alike`() async throws {
    let first = try await Self.record(Self.faulty())
    #expect(
      Self.events(first) == [
        "open 1 fail", "start 3 fail", "still 2 failFocus", "still 3 lose", "still 5 hang",
      ])
    #expect(first.faults.contains(MockFault(at: .open(1), .fail(.busy))))
    // Frames that a busy machine skips are numbered on.
    #expect(Self.stalls(first).contains { (8...33).contains($0.frame) && $0.duration > .milliseconds(800) })
    let lose = try #require(first.faults.first { $0.action.name == "lose" })
    guard case .lose(let back?) = lose.action else {
      Issue.record("\(lose)")
      return
    }
    #expect(back >= .milliseconds(700) && back < .seconds(12))
    #expect(first.model == "Camera \"A\"" && !first.takesStills && first.formats == ["320x240 MJPG 50 fps"])
    #expect(first.size == PixelSize(width: 320, height: 240) && first.layout == .jpeg)
    #expect(first.stillSize == PixelSize(width: 640, height: 480) && (45...55).contains(first.framesPerSecond))
    // The first opening failed at once; the others took their time.
    #expect(first.delays.open.dropFirst().allSatisfy { $0 >= .milliseconds(150) })
    #expect(first.delays.still.contains { $0 >= .milliseconds(300) })
    #expect(first.delays.firstFrame.map { $0 > .milliseconds(120) } ?? false)
    // Through the file, and once more from what that plays.
    let read = try MockScript(json5: Array(first.json5(comment: ["a comment"]).utf8), file: "transcript.json5")
    let second = try await Self.record(read)
    #expect(Self.events(second) == Self.events(first))
    #expect(Self.stalls(second).contains { $0.duration > .milliseconds(800) })
    #expect(second.model == first.model && second.formats == first.formats && second.size == first.size)
    #expect(second.delays.open.count == first.delays.open.count)
    #expect(second.delays.still.count == first.delays.still.count)
  }

  @Test func `a camera that is never there has no transcript`() async {
    let script = MockScript(faults: [MockFault(at: .open(1), .fail(.busy), repeats: true)])
    await #expect(throws: CameraError.self) { try await Self.record(script) }
  }

  @Test func `a script is written so that it reads back the same`() throws {
    var script = Self.faulty()
    script.pictures = "/photos \\ here"
    script.model = "Kamera „Ü“ 📷\u{1b}"
    script.seed = 7
    script.delays.focus = [.milliseconds(400), .milliseconds(450)]
    script.delays.lag = [.zero, .milliseconds(120)]
    script.faults += MockFault.Action.names.map { name in
      switch name {
      case "lose": MockFault(at: .seconds(2.5), .lose(backAfter: nil))
      case "fail": MockFault(at: .start(9), .fail(.noBandwidth), repeats: true)
      case "slow": MockFault(at: .open(7), .slow(.milliseconds(1500)))
      case "failFocus": MockFault(at: .still(9), .failFocus)
      case "truncate": MockFault(at: .still(9), .truncate)
      case "empty": MockFault(at: .still(9), .empty)
      case "wrongSize": MockFault(at: .still(9), .wrongSize)
      case "dark": MockFault(at: .still(9), .dark)
      case "blurred": MockFault(at: .still(9), .blurred)
      case "stall": MockFault(at: .frame(9), .stall(.seconds(3)))
      case "unaskedPhoto": MockFault(at: .seconds(4), .unaskedPhoto)
      default: MockFault(at: .open(9), .hang)
      }
    }
    #expect(try MockScript(json5: Array(script.json5().utf8), file: "x") == script)
    #expect(try MockScript(json5: Array(MockScript().json5().utf8), file: "x") == MockScript())
  }

  @Test func `nothing in a transcript tells whose camera it is`() {
    var notes = TranscriptNotes()
    var description = CameraDescription(
      id: "v4l2:usb-046d_HD_Pro_Webcam_C920_1A2B3C4D-video-index0", model: "HD Pro Webcam C920", driver: "v4l2",
      takesStills: false, formats: ["1920x1080 MJPG 30 fps"])
    description.condition = CameraCondition(battery: "87%")
    notes.describe(description)
    notes.began(.open, at: Instant(nanoseconds: 0))
    notes.ended(
      .open, CameraError(.failed, subject: "/dev/v4l/by-id/usb-1A2B3C4D", detail: "1A2B3C4D said no"),
      at: Instant(nanoseconds: 1))
    let text = notes.script(lag: nil).json5()
    #expect(!text.contains("1A2B3C4D") && text.contains("HD Pro Webcam C920"))
  }
}
