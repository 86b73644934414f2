import BoothCore
import CLinux
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
      let code = start(name) {
        do throws(CameraError) { continuation.resume(returning: .success(try body())) } catch {
          continuation.resume(returning: .failure(error))
        }
      }
      guard code != 0 else { return }
      continuation.resume(
        returning: .failure(
          CameraError(.failed, subject: name, detail: "no thread: \(String(cString: strerror(code)))"))
      )
    }
    return try result.get()
  }

  /// Starts a detached thread; the answer is what `pthread_create` says, 0 where it runs.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Int32 {
    let held = Unmanaged.passRetained(
      Call {
        clinux_name_thread(name)
        body()
      })
    var id = pthread_t()
    let code = pthread_create(
      &id, nil,
      { context in
        Unmanaged<Call>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, held.toOpaque())
    if code == 0 { pthread_detach(id) } else { held.release() }
    return code
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
