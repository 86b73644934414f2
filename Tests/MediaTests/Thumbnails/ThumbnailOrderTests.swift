import BoothCore
import Testing

@testable import Thumbnails

@Suite struct ThumbnailOrderTests {
  private func work(_ name: String, _ size: ThumbnailSize = .ptm256) -> ThumbnailOrder.Work {
    ThumbnailOrder.Work(key: ThumbnailKey(name), size: size)
  }

  private func all(_ order: inout ThumbnailOrder) -> String {
    var names = ""
    while let next = order.next() { names += next.key.text }
    return names
  }

  @Test func `the most urgent first, of those the first that was asked for`() {
    var order = ThumbnailOrder()
    for (name, urgency) in [
      ("a", PictureUrgency.background), ("b", .prefetch), ("c", .visible), ("d", .near), ("e", .visible),
      ("f", .background),
    ] {
      _ = order.want(work(name), urgency)
    }
    #expect(order.waiting == 6)
    #expect(all(&order) == "cedbaf")
    #expect(order.waiting == 0 && !order.isEmpty, "they run")
  }

  @Test func `one that many want is made once, and as soon as the most urgent wants it`() {
    var order = ThumbnailOrder()
    let first = order.want(work("a"), .background)
    _ = order.want(work("b"), .near)
    let second = order.want(work("a"), .visible)
    let third = order.want(work("a"), .background)
    #expect(order.next() == work("a"))
    let late = order.want(work("a"), .visible)
    #expect(order.next() == work("b") && order.next() == nil)
    #expect(order.finished(work("a")) == [first, second, third, late])
    #expect(order.finished(work("a")).isEmpty)
    _ = order.want(work("a"), .near)
    #expect(order.next() == work("a"), "wanted again, it is made again")
  }

  @Test func `what nobody wants any more is not begun; what somebody else wants is`() {
    var order = ThumbnailOrder()
    let (one, other, alone) = (
      order.want(work("a"), .visible), order.want(work("a"), .near), order.want(work("b"), .visible)
    )
    let answers = [order.withdraw(one), order.withdraw(alone), order.withdraw(one)]
    #expect(answers == [true, true, false], "once only")
    #expect(order.takeDropped() == [work("b")] && order.takeDropped().isEmpty)
    #expect(order.next() == work("a") && order.next() == nil)
    // One that runs is finished, even without a waiter.
    let waited = order.withdraw(other)
    #expect(waited)
    #expect(order.finished(work("a")).isEmpty && order.isEmpty)
  }

  @Test func `who scrolls changes what comes first, and what does not come at all`() {
    var order = ThumbnailOrder()
    var tickets: [String: ThumbnailOrder.Ticket] = [:]
    for name in ["a", "b", "c", "d"] { tickets[name] = order.want(work(name), .visible) }
    tickets["e"] = order.want(work("e"), .background)
    tickets["f"] = order.want(work("f"), .background)
    #expect(order.next() == work("a"))
    let gone = order.look(visible: [ThumbnailKey("d"), ThumbnailKey("f")], near: [ThumbnailKey("c")], prefetch: [])
    #expect(gone == [tickets["b"]!])
    #expect(order.takeDropped() == [work("b")])
    #expect(Set(all(&order).prefix(2)) == ["d", "f"])
    #expect(order.finished(work("a")) == [tickets["a"]!], "it was begun before")
  }

  @Test func `a hundred thousand are ordered without being counted each time`() {
    var order = ThumbnailOrder()
    for number in 0..<100_000 { _ = order.want(work("\(number)"), .background) }
    _ = order.want(work("99999"), .visible)
    #expect(order.next() == work("99999"))
    for number in 0..<99_999 {
      let next = order.next()
      if next != work("\(number)") { Issue.record("\(number) was to come") }
      if let next { _ = order.finished(next) }
    }
    #expect(order.next() == nil)
  }
}
