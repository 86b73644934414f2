import BoothCore
import Cameras
import Testing

@Suite("V4L2 format choice") struct V4L2FormatChoiceTests {
  private static func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

  /// A device that only has formats.
  private func choose(
    _ formats: [(V4L2PixelFormat, V4L2FrameSizes, V4L2FrameIntervals)], width: Int = 1280, height: Int = 720,
    rate: Int = 30
  ) throws -> String? {
    var setup = FakeV4L2Camera.Setup()
    setup.formats = formats
    let device = try FakeV4L2Camera(setup).open()
    let request = LiveViewRequest(size: Self.size(width, height), framesPerSecond: rate)
    return try V4L2FormatChoice.choose(request, from: device).map { offer in
      "\(offer.format) \(offer.size) \(offer.interval.map { "\($0.numerator)/\($0.denominator)" } ?? "-")"
    }
  }

  /// As a C920 has them (sizes and rates as reported in pikvm/ustreamer#213).
  private static let webcam: [(V4L2PixelFormat, V4L2FrameSizes, V4L2FrameIntervals)] = [
    (.yuyv, .discrete([size(640, 480), size(1280, 720), size(1920, 1080)]), .discrete([V4L2Fraction(1, 5)])),
    (
      .mjpeg, .discrete([size(640, 480), size(1280, 720), size(1920, 1080)]),
      .discrete([V4L2Fraction(1, 30), V4L2Fraction(1, 15)])
    ),
  ]

  @Test func `the wanted size and rate as MJPEG where there is both`() throws {
    #expect(try choose(Self.webcam) == "MJPG 1280x720 1/30")
    #expect(try choose(Self.webcam, width: 1900, height: 1000) == "MJPG 1920x1080 1/30")
    #expect(try choose(Self.webcam, rate: 15) == "MJPG 1280x720 1/15")
  }

  @Test func `a smaller picture at a good rate before the right one at five a second`() throws {
    let formats: [(V4L2PixelFormat, V4L2FrameSizes, V4L2FrameIntervals)] = [
      (.yuyv, .discrete([Self.size(1280, 720)]), .discrete([V4L2Fraction(1, 5)])),
      (.mjpeg, .discrete([Self.size(640, 480)]), .discrete([V4L2Fraction(1, 30)])),
    ]
    #expect(try choose(formats) == "MJPG 640x480 1/30")
    #expect(try choose(formats, rate: 10) == "YUYV 1280x720 1/5")
  }

  @Test func `YUYV where it alone is there, and neither where neither is`() throws {
    let raw: [(V4L2PixelFormat, V4L2FrameSizes, V4L2FrameIntervals)] = [
      (.yuyv, .discrete([Self.size(640, 480)]), .unknown), (V4L2PixelFormat("NV21"), .unknown, .unknown),
    ]
    #expect(try choose(raw) == "YUYV 640x480 -")
    #expect(try choose(Array(raw.dropFirst())) == nil)
    #expect(try choose([]) == nil)
  }

  @Test func `stepwise sizes and rates are met as nearly as the steps allow`() throws {
    let steps: [(V4L2PixelFormat, V4L2FrameSizes, V4L2FrameIntervals)] = [
      (
        .yuyv, .stepwise(from: Self.size(16, 16), to: Self.size(1000, 1000), step: Self.size(16, 8)),
        .range(shortest: V4L2Fraction(1, 25), longest: V4L2Fraction(1, 2))
      )
    ]
    #expect(try choose(steps, width: 645, height: 482) == "YUYV 640x480 1/25")
    #expect(try choose(steps, width: 4000, height: 1, rate: 10) == "YUYV 1000x16 1/10")
    #expect(try choose(steps, width: 645, height: 482, rate: 1) == "YUYV 640x480 1/2")
  }

  @Test func `a device that does not say its sizes is asked for the wanted one`() throws {
    #expect(try choose([(.jpeg, .unknown, .unknown)]) == "JPEG 1280x720 -")
  }

  @Test func `of equal rates the higher one, and impossible ones are passed over`() throws {
    let rates = V4L2FrameIntervals.discrete([V4L2Fraction(0, 0), V4L2Fraction(1, 25), V4L2Fraction(1, 35)])
    #expect(try choose([(.yuyv, .discrete([Self.size(1280, 720)]), rates)]) == "YUYV 1280x720 1/35")
  }

  // MARK: Controls

  static let controls = [
    V4L2Control(id: 0x009A_0902, name: "Exposure Time, Absolute", kind: .integer(3...2047)),
    V4L2Control(id: 0x0098_090C, name: "White Balance, Automatic", kind: .boolean),
    V4L2Control(id: 0x0098_0918, name: "Power Line Frequency", kind: .menu([0: "Disabled", 1: "50 Hz", 2: "60 Hz"])),
    V4L2Control(id: 7, name: "Reset", kind: .button),
  ]

  @Test(arguments: [
    ("exposure_time_absolute", "250", UInt32(0x009A_0902), Int32(250)), ("0x009a0902", "3", 0x009A_0902, 3),
    ("white_balance_automatic", "off", 0x0098_090C, 0), ("power_line_frequency", "50 Hz", 0x0098_0918, 1),
    ("power_line_frequency", "60_hz", 0x0098_0918, 2), ("Power Line Frequency", "0", 0x0098_0918, 0),
    ("reset", "press", 7, 1),
  ])
  func `a control is found by name or id, and its value understood`(
    _ name: String, _ value: String, _ id: UInt32, _ number: Int32
  ) throws {
    let found = try V4L2ControlSetting(name: name, value: value).resolve(among: Self.controls, "cam")
    #expect(found.id == id && found.value == number)
  }

  @Test(arguments: [
    ("exposure", "1", "exposure_time_absolute, white_balance_automatic"),
    ("exposure_time_absolute", "2", "from 3 to 2047"), ("exposure_time_absolute", "auto", "whole number"),
    ("white_balance_automatic", "maybe", "true or false"),
    ("power_line_frequency", "3", "“Disabled”, “50 Hz”, “60 Hz”"), ("0x1", "1", "no parameter"),
  ])
  func `a wrong name or value is refused with what there is`(_ name: String, _ value: String, _ words: String) {
    let error = #expect(throws: CameraError.self) {
      try V4L2ControlSetting(name: name, value: value).resolve(among: Self.controls, "cam")
    }
    #expect(error?.code == .unsupported)
    #expect(error?.detail.contains(words) == true, "\(error?.detail ?? "")")
  }
}
