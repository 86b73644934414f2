import BoothCore
import BoothSystem

extension OwnThread {
  /// One call of a camera's that blocks, on a thread of its own.
  /// - Throws: what `body` throws, or `failed` where the machine is out of threads.
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
      continuation.resume(returning: .failure(CameraError(.failed, subject: name, detail: refusal(code))))
    }
    return try result.get()
  }
}
