import Synchronization

/// Bytes by name, so many at most: what was not asked for longest goes first.
final class KeptBytes: Sendable {
  private struct State {
    var bytes: [String: [UInt8]] = [:]
    /// The one that was asked for last at the end.
    var order: [String] = []
    var total = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int) { self.capacity = capacity }

  subscript(_ name: String) -> [UInt8]? {
    get {
      state.withLock { state in
        guard let bytes = state.bytes[name] else { return nil }
        if let place = state.order.lastIndex(of: name) { state.order.remove(at: place) }
        state.order.append(name)
        return bytes
      }
    }
    set {
      state.withLock { state in
        if let old = state.bytes[name] {
          state.total -= old.count
          state.order.removeAll { $0 == name }
          state.bytes[name] = nil
        }
        guard let newValue, newValue.count <= capacity else { return }
        state.bytes[name] = newValue
        state.order.append(name)
        state.total += newValue.count
        while state.total > capacity, let oldest = state.order.first {
          state.order.removeFirst()
          state.total -= state.bytes.removeValue(forKey: oldest)?.count ?? 0
        }
      }
    }
  }
}
