import BoothCore
import Testing

@Suite("Camera condition") struct CameraConditionTests {
  @Test(
    arguments: [
      ("87%", 87, 0), ("100 %", 100, 0), ("20%", 20, 1), ("5%", 5, 1), ("Low", nil, 1), ("Normal", nil, 0),
    ] as [(String, Int?, Int)])
  func `a battery's word is read, and a low one is a warning`(_ word: String, _ percent: Int?, _ warnings: Int) {
    let condition = CameraCondition(battery: word)
    #expect(condition.batteryPercent == percent)
    #expect(condition.warnings.count == warnings)
  }

  @Test func `a full card and a wrong clock are warnings, what is not known is none`() {
    #expect(CameraCondition().warnings.isEmpty)
    #expect(CameraCondition(freeMegabytes: 199, clockAheadSeconds: -121).warnings.count == 2)
    #expect(CameraCondition(freeMegabytes: 200, clockAheadSeconds: 120).warnings.isEmpty)
    #expect(CameraCondition(clockAheadSeconds: -7200).warnings[0].contains("7200 s behind"))
    #expect("\(CameraCondition(battery: "87%", freeMegabytes: 30000))" == "battery 87%, 30000 MB free")
  }
}
