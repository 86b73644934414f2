import CLinux
import ServiceLifecycle

/// Gives back, while a gallery runs on its own, what its clients have left in the heap, and the code that only the start
/// needed; inside a booth, the booth does so (`Booth+Memory`).
struct MemoryCare: Service {
  /// A trim takes a millisecond; code that is in use is back at once, as it stays in the system's cache.
  private static let pause = Duration.seconds(2)

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.pause) } catch { return }
        Self.giveBack()
      }
    }
  }

  static func giveBack() {
    clinux_trim_memory()
    clinux_forget_code()
  }
}
