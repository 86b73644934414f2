import BoothCore
import Testing

@Suite struct GalleryFolderWatchTests {
  private static let here = StorePlace(mark: "a", device: 1, inode: 2)
  private static let another = StorePlace(mark: "b", device: 1, inode: 3)
  private static let again = StorePlace(mark: "a", device: 9, inode: 2)

  private func started(_ remembered: String?) -> GalleryFolderWatch {
    var watch = GalleryFolderWatch(folder: "/data/gallery")
    #expect(watch.handle(.started(remembered: remembered)).isEmpty)
    #expect(watch.handle(.timePassed) == [.look])
    return watch
  }

  private func told(_ effects: [GalleryFolderWatch.Effect]) -> String? {
    for case .notifyOperator(let words) in effects { return words }
    return nil
  }

  @Test func `a folder that is the one of before is left alone`() {
    var watch = started("a")
    #expect(watch.handle(.found(Self.here)).isEmpty)
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.found(Self.here)).isEmpty)
  }

  @Test func `the first folder ever is remembered, and nothing is brought to it again`() {
    var watch = started(nil)
    #expect(watch.handle(.found(Self.here)) == [.remember("a")])
  }

  @Test func `a folder that is another one than at the last start gets what was published, and is remembered then`() {
    var watch = started("a")
    let effects = watch.handle(.found(Self.another))
    #expect(effects.last == .check && told(effects)?.contains("/data/gallery") == true)
    #expect(watch.handle(.checked(isSettled: false)).isEmpty)
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.found(Self.another)) == [.check])
    #expect(watch.handle(.checked(isSettled: true)) == [.remember("b"), .notifyOperator(nil)])
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.found(Self.another)).isEmpty)
  }

  @Test(arguments: ["a", nil])
  func `what was published is looked for after something in its place was moved aside`(_ remembered: String?) {
    var watch = started(remembered)
    #expect(watch.handle(.found(Self.here, isCleared: true)).last == .check)
    #expect(watch.handle(.checked(isSettled: false)).isEmpty)
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.found(Self.here)) == [.check], "until all is there")
    _ = watch.handle(.checked(isSettled: true))
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.found(Self.here)).isEmpty)
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.found(Self.here, isCleared: true)) == [.check], "also while it runs")
  }

  @Test func `a folder that was removed is begun anew, and what was published is brought again`() {
    var watch = started("a")
    _ = watch.handle(.found(Self.here))
    _ = watch.handle(.timePassed)
    #expect(watch.handle(.missing("it is gone", mayBegin: true)) == [.beginAnew])
    let effects = watch.handle(.begun(Self.another))
    #expect(effects.last == .check && told(effects)?.contains("is begun anew") == true)
    #expect(watch.handle(.checked(isSettled: true)) == [.remember("b"), .notifyOperator(nil)])
  }

  @Test func `a disk that is away is waited for and told once, and what it lacks is brought when it is back`() {
    var watch = started("a")
    _ = watch.handle(.found(Self.here))
    _ = watch.handle(.timePassed)
    #expect(told(watch.handle(.missing("it is gone", mayBegin: false)))?.contains("is gone") == true)
    #expect(watch.handle(.timePassed) == [.look])
    #expect(watch.handle(.missing("it is gone", mayBegin: false)).isEmpty)
    _ = watch.handle(.timePassed)
    #expect(watch.handle(.found(Self.again)) == [.notifyOperator(nil), .check])
    #expect(watch.handle(.checked(isSettled: true)).isEmpty)
    _ = watch.handle(.timePassed)
    #expect(watch.handle(.found(Self.again)).isEmpty)
  }

  @Test func `a folder that cannot be begun is told, and a look that failed comes again`() {
    var watch = started("a")
    #expect(watch.handle(.missing("it is gone", mayBegin: true)) == [.beginAnew])
    #expect(told(watch.handle(.beginFailed("No space left on device")))?.contains("No space left") == true)
    _ = watch.handle(.timePassed)
    _ = watch.handle(.missing("it is gone", mayBegin: true))
    #expect(watch.handle(.begun(Self.another)).last == .check)
    #expect(watch.handle(.checkFailed).isEmpty)
    _ = watch.handle(.timePassed)
    #expect(watch.handle(.found(Self.another)).last == .check)
  }

  @Test func `a disk that hangs is not asked twice at once`() {
    var watch = started("a")
    #expect(watch.handle(.timePassed).isEmpty)
  }
}
