import PhotoModel
import Testing

/// How many wrong PINs a link takes.
@Suite struct PINTriesTests {
  @Test func `five tries wait for nothing, each further one twice as long`() {
    var tries = PINTries()
    for _ in 0..<5 {
      #expect(tries.wait(at: 0) == 0)
      tries = tries.counted(at: 0)
    }
    #expect(tries.wait(at: 0) == 60 && tries.wait(at: 59) == 1 && tries.wait(at: 60) == 0)
    tries = tries.counted(at: 60)
    #expect(tries.wait(at: 60) == 120)
    tries = tries.counted(at: 180)
    #expect(tries.wait(at: 180) == 240)
  }

  @Test func `a person who tries whenever they may gets 80 tries in 30 days at most`() {
    var (tries, now, count) = (PINTries(), Int64(0), 0)
    while now < 30 * 86_400 {
      let wait = tries.wait(at: now)
      guard wait == 0 else {
        // Each hour, as forgiven tries shorten the wait.
        now += min(wait, 3600)
        continue
      }
      tries = tries.counted(at: now)
      count += 1
    }
    #expect((60...80).contains(count), "\(count)")
  }

  @Test func `tries are forgiven with time, and a clock that was set back forgives and delays nothing more`() {
    let tries = PINTries(count: 6, last: 100_000)
    #expect(tries.left(at: 100_000 + 43_199) == 6 && tries.left(at: 100_000 + 43_200) == 5)
    #expect(tries.left(at: 100_000 + 10 * 43_200) == 0)
    #expect(tries.left(at: 0) == 6 && tries.wait(at: 0) == 86_400)
  }

  @Test(arguments: [
    ("123456", "123456"), ("12 34-56", "123456"), ("१२३४५६", "123456"), ("123456789012", "123456789012"),
  ])
  func `a PIN is read as people write it`(_ text: String, _ pin: String) { #expect(AlbumLink.pin(text) == pin) }

  @Test(arguments: ["", "12345", "1234567890123", "12345a", "½23456"])
  func `anything else is no PIN`(_ text: String) { #expect(AlbumLink.pin(text) == nil) }
}
