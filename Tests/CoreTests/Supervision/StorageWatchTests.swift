import BoothCore
import Testing

@Suite struct StorageWatchTests {
  private var now = Instant(nanoseconds: 0)
  private var watch = StorageWatch(marks: StorageMarks(low: 2000, noClips: 400, full: 100))

  private mutating func send(_ input: StorageWatch.Input) -> [StorageWatch.Effect] { watch.handle(input, at: now) }

  private mutating func free(_ bytes: Int64) -> StorageLevel? {
    send(.measured(DiskSpace(freeBytes: bytes, totalBytes: 10_000))).compactMap {
      if case .sendToFlow(let news) = $0 { news.level } else { nil }
    }.last
  }

  private mutating func measureWhenDue() -> [StorageWatch.Effect] {
    now = watch.wakeUp!
    return send(.timePassed)
  }

  @Test mutating func `the room is measured at the start, every ten seconds, and after a session`() {
    #expect(send(.started) == [.measure])
    #expect(watch.wakeUp == now + .seconds(10))
    #expect(free(9000) == nil)
    now = now + .seconds(4)
    #expect(send(.timePassed) == [])
    #expect(send(.roomChanged) == [.measure])
    #expect(watch.wakeUp == now + .seconds(10))
    _ = free(9000)
    #expect(measureWhenDue() == [.measure])
  }

  @Test mutating func `each mark is a level, told once, and left only with a quarter more room`() {
    #expect(free(2000) == nil)
    #expect(free(1999) == .low)
    #expect(free(1000) == nil)
    #expect(free(399) == .noClips)
    #expect(free(99) == .full)
    #expect(free(124) == nil)
    #expect(free(125) == .noClips)
    #expect(free(499) == nil)
    #expect(free(500) == .low)
    #expect(free(2499) == nil)
    #expect(free(2500) == .plenty)
    #expect(free(0) == .full)
    #expect(free(9000) == .plenty)
  }

  @Test mutating func `a refused write closes the booth, whatever was measured, until a trial write succeeds`() {
    _ = send(.started)
    #expect(free(9000) == nil)
    let words = "the disk cannot be written (read-only file system); check its cable and its rights, then mount it anew"
    #expect(
      send(.writeFailed(.readOnly, "read-only file system")) == [
        .sendToFlow(StorageNews(.full, words, refusal: .readOnly)), .notifyOperator(words),
      ])
    #expect(send(.writeFailed(.readOnly, "read-only file system")) == [])
    #expect(measureWhenDue() == [.measure, .tryWriting])
    #expect(free(9000) == nil)
    #expect(send(.writeFailed(.readOnly, "read-only file system")) == [])
    #expect(measureWhenDue() == [.measure, .tryWriting])
    #expect(send(.wrote) == [.sendToFlow(StorageNews(.plenty, "")), .notifyOperator(nil)])
    #expect(send(.wrote) == [])
  }

  @Test mutating func `a data folder that was away and is back is written to again`() {
    _ = send(.started)
    for _ in 0..<3 {
      _ = send(.init(unmeasured: StoreError(.moved, subject: "/data", detail: "/data is gone")))
      #expect(measureWhenDue() == [.measure, .tryWriting])
    }
    #expect(send(.wrote) == [.sendToFlow(StorageNews(.plenty, "")), .notifyOperator(nil)])
  }

  @Test mutating func `a data folder that is not where it was closes the booth, until it is back`() {
    _ = send(.started)
    let gone = StoreError(.moved, subject: "/data", detail: "/data is gone")
    let words = "the data folder is not where it was (\(gone.description)); the booth goes on when it is"
    #expect(
      send(.init(unmeasured: gone)) == [
        .sendToFlow(StorageNews(.full, words, refusal: .moved)), .notifyOperator(words),
      ])
    #expect(send(.wrote) == [.sendToFlow(StorageNews(.plenty, "")), .notifyOperator(nil)])
  }

  @Test mutating func `too many open files are no fault of the disk, and its replacement is not advised`() {
    _ = send(.started)
    let effects = send(.writeFailed(.noFiles, "cannot open: too many"))
    let words =
      "too many files are open, which is no fault of the disk (cannot open: too many); the booth goes on as soon as some are closed"
    #expect(effects == [.sendToFlow(StorageNews(.full, words, refusal: .noFiles)), .notifyOperator(words)])
    #expect(send(.wrote) == [.sendToFlow(StorageNews(.plenty, "")), .notifyOperator(nil)])
  }

  @Test(arguments: [
    (StoreError.Code.damaged, "the database is damaged"), (.replaced, "the database was removed or replaced"),
  ])
  mutating func
    `a booth whose books are damaged or replaced asks to be started anew when its guests have gone, after a minute, and once`(
      _ code: StoreError.Code, _ words: String
    )
  {
    _ = send(.started)
    _ = free(9000)
    now = now + .seconds(20)
    _ = send(.guestsAreThere(true))
    let told = send(.writeFailed(code, "in words"))
    guard case .sendToFlow(let news)? = told.first else {
      Issue.record("\(told)")
      return
    }
    #expect(news.refusal?.rawValue == code.rawValue && news.words.contains(words))
    // A trial write may say something else of them, or that the disk fails.
    #expect(send(.writeFailed(.failed, "in other words")) == [])
    now = now + .seconds(60)
    #expect(send(.timePassed) == [.measure, .tryWriting])
    #expect(send(.guestsAreThere(false)) == [.askForRestart(news.words)])
    #expect(send(.guestsAreThere(true)) == [] && send(.guestsAreThere(false)) == [])
  }

  @Test mutating func `damaged books in the first minute wait for its end, without a new start every moment`() {
    _ = send(.started)
    _ = free(9000)
    now = now + .seconds(1)
    _ = send(.writeFailed(.damaged, "in words"))
    var asked: Instant?
    for _ in 0..<100 where asked == nil {
      now = watch.wakeUp!
      if send(.timePassed).contains(where: { if case .askForRestart = $0 { true } else { false } }) { asked = now }
      _ = send(.measured(DiskSpace(freeBytes: 9000, totalBytes: 10_000)))
    }
    #expect(asked == Instant(nanoseconds: 0) + StorageWatch.shortestUptime)
  }

  @Test mutating func `a booth whose folder goes after its books does not ask to be started in an empty one`() {
    _ = send(.started)
    _ = free(9000)
    _ = send(.guestsAreThere(true))
    _ = send(.writeFailed(.replaced, "the books"))
    _ = send(.writeFailed(.moved, "the folder"))
    now = now + .seconds(100)
    #expect(send(.guestsAreThere(false)) == [])
    #expect(send(.timePassed) == [.measure, .tryWriting])
    #expect(send(.measured(DiskSpace(freeBytes: 9000, totalBytes: 10_000))) == [])
    // The folder is back, and its database are not.
    let back = send(.writeFailed(.replaced, "the books"))
    #expect(back.contains { if case .askForRestart = $0 { true } else { false } }, "\(back)")
  }

  @Test mutating func `an error that is no trouble of the disk closes nothing`() {
    for code in [StoreError.Code.notFound, .inUse, .newerVersion] { #expect(send(.writeFailed(code, "x")) == []) }
  }

  @Test mutating func `a disk that hangs is not asked twice at once, and the operator hears of it`() {
    #expect(send(.started) == [.measure])
    #expect(send(.roomChanged) == [])
    #expect(measureWhenDue() == [.notifyOperator("the disk has not answered for 10 seconds")])
    for _ in 0..<100 { #expect(measureWhenDue() == []) }
    #expect(send(.measured(DiskSpace(freeBytes: 9000, totalBytes: 10_000))) == [.notifyOperator(nil)])
    #expect(measureWhenDue() == [.measure])
  }

  @Test func `marks that are set the wrong way round are put in order`() {
    let marks = StorageMarks(low: 1, noClips: 2, full: 3)
    #expect(marks.low == 3 && marks.noClips == 3 && marks.full == 3)
    let usual = StorageMarks()
    #expect(usual.full == 80 << 20 && usual.noClips == 200 << 20 && usual.low == 2000 << 20)
  }
}
