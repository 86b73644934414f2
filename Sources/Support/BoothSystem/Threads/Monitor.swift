import Glibc

/// State shared by threads, some of which wait for it to become something.
///
/// The standard library's `Mutex` has no way to wait; this is a lock with a condition. Bodies run under the lock:
/// keep them short, and let nothing be released inside that could call back.
package final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is only touched with `lock` held.
  private var state: State
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  package init(_ state: sending State) {
    self.state = state
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    let made = pthread_mutex_init(lock, nil) == 0 && pthread_cond_init(changed, nil) == 0
    precondition(made, "a lock with default attributes can always be made")
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Changes the state and wakes one of those who wait.
  package func update<Value>(_ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_signal(changed)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Changes the state and wakes all who wait.
  package func updateAndWakeAll<Value>(_ body: (inout State) -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Blocks the calling thread until `body` answers with something.
  package func wait<Value>(for body: (inout State) -> Value?) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let value = body(&state) { return value }
      pthread_cond_wait(changed, lock)
    }
  }
}
