import BoothCore
import Glibc

/// A thread for one call that blocks, perhaps for ever, so that no thread of Swift's pool does.
enum OwnThread {
  private final class Call: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  static func run<Value: Sendable>(
    _ name: String, _ body: @escaping @Sendable () throws(CameraError) -> Value
  ) async throws(CameraError) -> Value {
    let result: Result<Value, CameraError> = await withCheckedContinuation { continuation in
      let call = Call {
        do throws(CameraError) { continuation.resume(returning: .success(try body())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      var id = pthread_t()
      let held = Unmanaged.passRetained(call)
      let code = pthread_create(
        &id, nil,
        { context in
          Unmanaged<Call>.fromOpaque(context!).takeRetainedValue().body()
          return nil
        }, held.toOpaque())
      guard code == 0 else {
        held.release()
        return continuation.resume(
          returning: .failure(
            CameraError(.failed, subject: name, detail: "no thread: \(String(cString: strerror(code)))")))
      }
      pthread_detach(id)
    }
    return try result.get()
  }

  /// Blocks the thread it is called on.
  static func pause(_ duration: Duration) {
    let until = DeviceClock.now() + duration
    while true {
      let left = (until - DeviceClock.now()).wholeNanoseconds
      guard left > 0 else { return }
      _ = poll(nil, 0, Int32(clamping: (left + 999_999) / 1_000_000))
    }
  }
}
