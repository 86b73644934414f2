import BoothCore
import BoothRuntime
import BoothStore
import Glibc

/// Gathers a running booth's figures, in its own process.
struct BoothFigures: Sendable {
  let booth: Booth
  let store: VaultSessionStore
  let clock: any BoothClock

  /// In Prometheus' text format.
  func text() async -> String {
    let status = await booth.status
    return BoothMetrics(
      status: status, oldestUploadSeconds: await oldestUpload(status.jobs.map(\.job)),
      residentBytes: Self.residentBytes()
    ).text
  }

  /// Seconds since the session began whose upload was queued first; nil where none waits, or the database does not say.
  private func oldestUpload(_ jobs: [Job]) async -> Double? {
    guard let session = jobs.filter({ $0.kind == .upload }).min(by: { $0.id < $1.id })?.session else { return nil }
    // A database that cannot be read is a trouble of its own, which is told under its topic.
    do throws(StoreError) {
      return try await store.session(session).map { max(0, clock.wallTime.unixSeconds - $0.openedAt.unixSeconds) }
    } catch { return nil }
  }

  /// The second number of /proc/self/statm, in pages (proc_pid_statm(5)).
  static func residentBytes() -> Int64? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 256)
    let count = read(file, &text, text.count)
    guard count > 0 else { return nil }
    let numbers = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
    return numbers.count > 1 ? Int64(numbers[1]).map { $0 * Int64(sysconf(Int32(_SC_PAGESIZE))) } : nil
  }
}
