/// What will happen, the soonest first; what happens at the same moment, in the order it was put in.
struct EventQueue {
  private struct Entry {
    var at: Int64
    var order: UInt64
    var run: () -> Void

    func isBefore(_ other: Entry) -> Bool { at != other.at ? at < other.at : order < other.order }
  }

  private var heap: [Entry] = []
  private var lastOrder: UInt64 = 0

  var next: Int64? { heap.first?.at }
  var count: Int { heap.count }

  mutating func put(at instant: Int64, _ run: @escaping () -> Void) {
    lastOrder += 1
    heap.append(Entry(at: instant, order: lastOrder, run: run))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the soonest out.
  mutating func take() -> (at: Int64, run: () -> Void)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    guard !heap.isEmpty else { return (first.at, first.run) }
    heap[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(heap[parent]) else { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return (first.at, first.run)
  }
}
