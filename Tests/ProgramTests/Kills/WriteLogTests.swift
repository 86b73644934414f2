import BoothTesting
import Foundation
import Testing

@testable import CommandSupport

/// Run by `Scripts/lab/writelog` with what a disk was told during some sessions: the disk as it would have been found had
/// everything stopped at each flush, with a booth started on it.
@Suite(.serialized, .timeLimit(.minutes(60))) struct WriteLogTests {
  private static let variables = ProcessInfo.processInfo.environment

  @Test(.enabled(if: variables["BOOTH_WRITE_LOG"] != nil, "run by Scripts/lab/writelog"))
  func `at every flush of the disk the books balance`() async throws {
    let log = try WriteLog(
      Data(contentsOf: URL(filePath: #require(Self.variables["BOOTH_WRITE_LOG"])), options: .alwaysMapped))
    let step = Int(Self.variables["BOOTH_WRITE_LOG_STEP"] ?? "") ?? 1
    let scratch = try TemporaryFolder()
    let image = scratch.path("image")
    try await copy(#require(Self.variables["BOOTH_WRITE_LOG_DISK"]), to: image)
    let disk = try FileHandle(forUpdating: URL(filePath: image))
    var list: [String] = []
    var (flushes, looks) = (0, 0)
    var faults: [String] = []
    for entry in log.entries {
      if let mark = entry.mark { list.append(mark.replacingOccurrences(of: "|", with: " ")) }
      if !entry.bytes.isEmpty {
        try disk.seek(toOffset: entry.sector * 512)
        try disk.write(contentsOf: entry.bytes)
      }
      guard entry.isFlush else { continue }
      flushes += 1
      guard flushes % step == 0 else { continue }
      looks += 1
      faults += try await look(at: image, after: list).map { "flush \(flushes): \($0)" }
    }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    // A log without promises proves nothing.
    #expect(list.contains { $0.hasPrefix("kept ") })
    print(
      "write log: \(log.entries.count) writes, \(flushes) flushes, the books looked at after \(looks); \(faults.count) faults"
    )
  }

  /// Mends the file system as a boot would, takes the data out, starts a booth on it, and looks at its database.
  private func look(at image: String, after list: [String]) async throws -> [String] {
    let folder = try TemporaryFolder()
    try LabRun.prepare(folder)
    try await copy(image, to: folder.path("disk"))
    let check = try await Program.run("/sbin/e2fsck", ["-fy", folder.path("disk")])
    guard check.code < 4 else { return ["e2fsck: \(check.output)"] }
    _ = try await Program.run("/sbin/debugfs", ["-R", "rdump /data \(folder.path)", folder.path("disk")])
    let again = try await LabRun.play(folder, sessions: 0)
    guard again.code == 0 else { return ["the booth does not start: \(again.errors)"] }
    return try await Records.faults(in: folder.path, events: folder.path("events"), after: list + again.list)
  }

  private func copy(_ file: String, to other: String) async throws {
    let outcome = try await Program.run("/bin/cp", ["--sparse=always", file, other])
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  @Test func `a log is read as the kernel writes it`() throws {
    func sector(_ numbers: [UInt64], _ text: String = "") -> Data {
      var bytes = Data(numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } })
      bytes += Data(text.utf8)
      return bytes + Data(count: 512 - bytes.count)
    }
    let log = try WriteLog(
      sector([0x6A_7366_7773_6872, 1, 3, 512]) + sector([40, 2, 0, 0]) + Data(repeating: 7, count: 1024)
        + sector([0, 0, 8, 4], "kept") + sector([0, 0, 1, 0]))
    #expect(log.entries.count == 3)
    #expect(log.entries[0].sector == 40 && log.entries[0].bytes == Data(repeating: 7, count: 1024))
    #expect(log.entries[1].mark == "kept" && log.entries[1].bytes.isEmpty)
    #expect(log.entries.map(\.isFlush) == [false, false, true])
    #expect(throws: WriteLog.Damage.self) { try WriteLog(Data(count: 512)) }
    #expect(throws: WriteLog.Damage.self) { try WriteLog(sector([0x6A_7366_7773_6872, 1, 1, 512])) }
  }
}
