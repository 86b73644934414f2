import BoothCore
import Testing

@testable import Screens

/// Timings and the choice among them.
struct DisplayModeTests {
  @Test(arguments: [
    (TestModes.hd60, 16_666_667, "1920x1080@60"), (TestModes.hd5994, 16_683_294, "1920x1080@59.94"),
    (TestModes.hd50, 20_000_000, "1920x1080@50"), (TestModes.interlaced, 16_666_667, "1920x1080i@60"),
    (TestModes.touchDisplay, 16_651_411, "800x480@60.05"),
  ]) func `a mode's refresh is what its timing says`(_ mode: DisplayMode, _ nanoseconds: Int, _ text: String) {
    #expect(abs(mode.refreshInterval.wholeNanoseconds - Int64(nanoseconds)) <= 20)
    #expect(mode.description == text)
  }

  @Test func `a timing of nothing does not divide by it`() {
    let nothing = DisplayMode.Timing(visible: 0, syncStart: 0, syncEnd: 0, total: 0)
    let mode = DisplayMode(horizontal: nothing, vertical: nothing, clockKilohertz: 0)
    #expect(mode.refreshInterval == .nanoseconds(16_666_667))
  }

  @Test(arguments: [
    ("1920x1080", ModeRequest(size: PixelSize(width: 1920, height: 1080))),
    ("1280X720@50", ModeRequest(size: PixelSize(width: 1280, height: 720), hertz: 50)),
    ("720x1280@59.94", ModeRequest(size: PixelSize(width: 720, height: 1280), hertz: 59.94)),
  ]) func `a wish is read`(_ text: String, _ requested: ModeRequest) {
    #expect(ModeRequest(text: text) == requested)
    #expect(ModeRequest(text: requested.description) == requested)
  }

  @Test(arguments: [
    "", "1920", "1920x", "x1080", "1920x1080@", "1920x1080@0", "1920x1080@60@60", "0x1080", "-1x2", "1920x1080x3",
    "40000x1",
    "1920 x 1080", "1920x1080@1e2", "1920x1080@inf",
  ]) func `what is no mode is none`(_ text: String) { #expect(ModeRequest(text: text) == nil) }

  @Test func `without a wish it is what the display prefers`() throws {
    let modes = [TestModes.hd50, TestModes.interlaced, TestModes.preferred(TestModes.hd720), TestModes.hd60]
    let choice = try #require(DisplayMode.choice(of: modes, requested: nil))
    #expect(choice.mode.size == PixelSize(width: 1280, height: 720))
    #expect(choice.meetsRequest)
  }

  @Test func `where nothing is preferred it is the first that is not interlaced`() {
    #expect(DisplayMode.choice(of: [TestModes.interlaced, TestModes.hd50], requested: nil)?.mode == TestModes.hd50)
    #expect(DisplayMode.choice(of: [TestModes.interlaced], requested: nil)?.mode == TestModes.interlaced)
    #expect(DisplayMode.choice(of: [], requested: nil) == nil)
  }

  @Test(arguments: [
    ("1920x1080", TestModes.hd60, true), ("1920x1080@50", TestModes.hd50, true), ("1920x1080@60", TestModes.hd60, true),
    ("1920x1080@59.94", TestModes.hd5994, true), ("1920x1080@24", TestModes.hd720, false),
    ("1600x1200", TestModes.hd720, false),
  ]) func `a wish is met, or said not to be`(_ text: String, _ mode: DisplayMode, _ meets: Bool) throws {
    let requested = try #require(ModeRequest(text: text))
    let modes = [
      TestModes.preferred(TestModes.hd720), TestModes.hd50, TestModes.hd5994, TestModes.hd60, TestModes.fast,
    ]
    let choice = try #require(DisplayMode.choice(of: modes, requested: requested))
    #expect(choice.mode.horizontal == mode.horizontal && choice.mode.clockKilohertz == mode.clockKilohertz)
    #expect(choice.meetsRequest == meets)
  }

  @Test func `the kernel gets back what it gave`() {
    var mode = TestModes.hd5994
    (mode.skew, mode.scan, mode.flags, mode.type) = (3, 2, 0x15, 0x48)
    #expect(DisplayMode(mode.timing) == mode)
  }
}

/// Timings as displays have them: CEA-861-F, table 1, and the first Raspberry Pi touch display.
enum TestModes {
  static let hd60 = mode((1920, 88, 44, 148), (1080, 4, 5, 36), 148_500)
  static let hd5994 = mode((1920, 88, 44, 148), (1080, 4, 5, 36), 148_352)
  static let hd50 = mode((1920, 528, 44, 148), (1080, 4, 5, 36), 148_500)
  static let fast = mode((1920, 88, 44, 148), (1080, 4, 5, 36), 297_000)
  static let hd720 = mode((1280, 110, 40, 220), (720, 5, 5, 20), 74_250)
  static let interlaced = mode((1920, 88, 44, 148), (1080, 4, 10, 31), 74_250, flags: 1 << 4)
  static let touchDisplay = mode((800, 59, 2, 45), (480, 7, 2, 21), 27_749)

  static func preferred(_ mode: DisplayMode) -> DisplayMode {
    var mode = mode
    mode.type |= 1 << 3
    return mode
  }

  private static func mode(
    _ across: (Int, Int, Int, Int), _ down: (Int, Int, Int, Int), _ clock: Int, flags: UInt32 = 0
  ) -> DisplayMode {
    func timing(_ parts: (Int, Int, Int, Int)) -> DisplayMode.Timing {
      DisplayMode.Timing(
        visible: parts.0, syncStart: parts.0 + parts.1, syncEnd: parts.0 + parts.1 + parts.2,
        total: parts.0 + parts.1 + parts.2 + parts.3)
    }
    return DisplayMode(horizontal: timing(across), vertical: timing(down), clockKilohertz: clock, flags: flags)
  }
}
