import PhotoModel
import Testing

@Suite struct FileMomentTests {
  @Test(arguments: [
    0, 1, -1, 1_700_000_000, 9_219_999_999, 9_220_000_000, 9_223_372_037, 11_991_456_000, 253_402_300_799,
    -9_219_999_999, -9_220_000_000, -62_135_596_800,
  ])
  func `every year that disks have comes back`(_ seconds: Int64) {
    #expect(FileMoment.seconds(FileMoment.number(seconds: seconds)) == seconds)
    let number = FileMoment.number(seconds: seconds, nanoseconds: 999_999_999)
    #expect(FileMoment.seconds(number) == seconds && FileMoment.nanoseconds(number) % 999_999_999 == 0)
    // Seconds with parts are as exact as such numbers are.
    let other = FileMoment.number(Double(seconds)) ?? 0
    #expect(abs(other - FileMoment.number(seconds: seconds)) <= 1000)
  }

  @Test func `what no calendar has ends nothing`() {
    for seconds in [Int64.min, .max] { _ = FileMoment.seconds(FileMoment.number(seconds: seconds, nanoseconds: 1)) }
    #expect(FileMoment.number(.nan) == nil && FileMoment.number(.infinity) == nil && FileMoment.number(1e300) == nil)
    #expect(FileMoment.number(1.5) == 1_500_000_000)
  }
}
