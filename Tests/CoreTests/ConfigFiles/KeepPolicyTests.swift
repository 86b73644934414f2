import BoothCore
import ConfigFiles
import Testing

/// An event's `keep`.
@Suite struct KeepPolicyTests {
  @Test(
    arguments: [
      (
        "{untilUploaded: true, freeSpace: 20}", Event.KeepPolicy(untilUploaded: true, freeSpaceBytes: 20_000_000_000), 0
      ),
      ("{untilUploaded: false, freeSpace: null}", Event.KeepPolicy(), 0),
      ("{untilUploaded: 'yes'}", Event.KeepPolicy(), 1), ("{untilUploaded: 1}", Event.KeepPolicy(), 1),
      ("{freeSpace: 0}", Event.KeepPolicy(), 1), ("{freeSpace: '20 GB'}", Event.KeepPolicy(), 1),
      ("{days: 7, freeSpace: -1}", Event.KeepPolicy(days: 7), 1),
    ] as [(String, Event.KeepPolicy, Int)])
  func `a keep policy that makes no sense deletes nothing`(
    _ keep: String, _ policy: Event.KeepPolicy, _ problems: Int
  ) {
    let file = EventFileTests.event("keep: \(keep)")
    #expect(file.events.first?.keep == policy)
    #expect(file.problems.count == problems)
  }
}
