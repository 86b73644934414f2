import BoothCore
import Testing

@Suite struct StudioReserveTests {
  private static let mega: Int64 = 1 << 20

  @Test(arguments: [
    // A disk in MB, and what is left to the booth.
    (1_000_000, 2500), (16_000, 2500), (8_000, 2000), (1200, 300), (400, 250), (300, 200), (24, 16),
  ])
  func `a booth keeps room for an evening, and on a small disk for clips`(disk: Int64, kept: Int64) {
    let reserve = StudioReserve(marks: StorageMarks(), totalBytes: disk * Self.mega)
    #expect(reserve.bytes / Self.mega == kept)
  }

  @Test func `above the reserve no session goes without its clips`() {
    for disk in stride(from: Int64(400), through: 4000, by: 100) {
      let reserve = StudioReserve(marks: StorageMarks(), totalBytes: disk * Self.mega)
      var watch = StorageWatch()
      _ = watch.handle(.measured(DiskSpace(freeBytes: 0, totalBytes: disk * Self.mega)), at: Instant(nanoseconds: 0))
      let effects = watch.handle(
        .measured(DiskSpace(freeBytes: reserve.bytes, totalBytes: disk * Self.mega)), at: Instant(nanoseconds: 1))
      #expect(
        effects.contains { if case .sendToFlow(let news) = $0 { news.level < .noClips } else { false } }, "\(disk)")
    }
  }

  @Test func `where no booth writes, only the studio's own databases have a reserve`() {
    #expect(StudioReserve(marks: nil, totalBytes: 1 << 40).bytes == 32 * Self.mega)
    #expect(StudioReserve(marks: nil, totalBytes: 64 * Self.mega).bytes == 2 * Self.mega)
    #expect(StudioReserve(marks: nil, totalBytes: 1 << 40).left(freeBytes: 0) < 0)
  }
}
