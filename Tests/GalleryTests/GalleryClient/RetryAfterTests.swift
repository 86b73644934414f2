import BoothTesting
import FoundationEssentials
import Testing

@testable import GalleryClient

@Suite struct RetryAfterTests {
  /// 1994-11-06 08:49:37 UTC, the example of RFC 9110.
  private let example = Date(timeIntervalSince1970: 784_111_777)

  @Test func `the moment of the RFC's example is its own`() {
    #expect(RetryAfter.moment("Sun, 06 Nov 1994 08:49:37 GMT") == example)
    #expect(RetryAfter.moment("Thu, 29 Feb 2024 00:00:00 GMT") == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(RetryAfter.moment("Sat, 31 Dec 2016 23:59:60 GMT") == Date(timeIntervalSince1970: 1_483_228_800))
  }

  @Test(arguments: [
    "", "Sun", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37",
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, +6 Nov 1994 08:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
  ]) func `what is no moment of HTTP is none`(_ text: String) {
    #expect(RetryAfter.moment(text) == nil)
  }

  @Test func `a moment is one of the server's clock, where the answer says how that stands`() {
    let later = "Mon, 07 Nov 1994 08:49:37 GMT"
    #expect(
      RetryAfter.read(later, answeredAt: "Sun, 06 Nov 1994 08:49:37 GMT", now: example + 1e9) == .seconds(86400))
    #expect(RetryAfter.read(later, answeredAt: "Tue, 08 Nov 1994 08:49:37 GMT", now: example) == .zero)
  }

  @Test func `without a usable date of the server's the booth's own clock counts`() {
    let later = "Sun, 06 Nov 1994 08:50:07 GMT"
    #expect(RetryAfter.read(later, answeredAt: nil, now: example) == .seconds(30))
    #expect(RetryAfter.read(later, answeredAt: "now", now: example + 0.25) == .seconds(30))
    #expect(RetryAfter.read(later, answeredAt: nil, now: example + 100) == .zero)
    #expect(RetryAfter.read(" 12\t", answeredAt: nil, now: example) == .seconds(12))
    #expect(RetryAfter.read("99999999999999999999", answeredAt: nil, now: example) == nil)
  }
}
