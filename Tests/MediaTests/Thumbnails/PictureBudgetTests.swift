import Testing

@testable import Thumbnails

/// Who gets how much memory: decided without any.
@Suite struct PictureBudgetTests {
  private static let gigabyte = 1_000_000_000

  @Test(arguments: [
    // A machine's memory, what a picture needs, what is free, and what is done.
    (24_000_000_000, 80_000_000, 20_000_000_000, "beside"),
    (24_000_000_000, 336_000_000, 20_000_000_000, "alone"),
    (24_000_000_000, 1_176_000_000, 20_000_000_000, "too large"),
    (24_000_000_000, 336_000_000, 600_000_000, "not now"),
    (1_000_000_000, 80_000_000, 500_000_000, "alone"),
    (1_000_000_000, 50_000_000, 500_000_000, "beside"),
    (1_000_000_000, 50_000_000, 90_000_000, "not now"),
    (1_000_000_000, 336_000_000, 900_000_000, "too large"),
    (.max, 512_000_000, .max, "alone"), (.max, 512_000_001, .max, "too large"), (0, 0, 0, "beside"),
    (0, 1, 0, "too large"),
  ])
  func `a picture gets what the machine can lend`(whole: Int, needed: Int, free: Int, done: String) {
    let said =
      switch PictureBudget(whole: whole).verdict(needed: needed, free: free) {
      case .beside: "beside"
      case .alone: "alone"
      case .tooLarge: "too large"
      case .notNow: "not now"
      }
    #expect(said == done)
  }

  @Test func `a refusal says how much is needed, how much there is, and what to do`() {
    let budget = PictureBudget(whole: 1_600_000_000)
    guard case .tooLarge(let words) = budget.verdict(needed: 1_236_000_000, free: nil) else {
      Issue.record("it is taken")
      return
    }
    #expect(words.contains("1.2 GB") && words.contains("400 MB") && words.contains("save it smaller"), "\(words)")
    guard case .notNow(let later) = budget.verdict(needed: 300_000_000, free: 200_000_000) else {
      Issue.record("it is taken")
      return
    }
    #expect(later.contains("300 MB") && later.contains("200 MB") && later.contains("try again"), "\(later)")
  }

  @Test func `pictures that are decoded together never take more than half of what the machine lends and has`() {
    // One that is alone, and four services' others beside it.
    for whole in stride(from: 100_000_000, through: 8_000_000_000, by: 100_000_000) {
      let budget = PictureBudget(whole: whole)
      func isBeside(_ needed: Int) -> Bool { budget.verdict(needed: needed, free: nil) == .beside }
      // The largest that goes beside others, to the byte; and none of a thousand larger ones does.
      var (largestBeside, alone) = (0, budget.lent + 1)
      while alone - largestBeside > 1 {
        let middle = (largestBeside + alone) / 2
        if isBeside(middle) { largestBeside = middle } else { alone = middle }
      }
      #expect(!stride(from: alone, through: budget.lent, by: budget.lent / 1000).contains(where: isBeside))
      #expect(budget.lent + 4 * largestBeside <= whole / 2)
    }
  }

  @Test func `what a control group allows counts, of either kind, and of those above`() {
    let machine = "MemTotal:  8000000 kB\nMemFree: 100 kB\nMemAvailable:   6000000 kB\n"
    func memory(_ files: [String: String]) -> MachineMemory {
      MachineMemory.read { $0 == "/proc/meminfo" ? machine : files[$0] }
    }
    #expect(memory([:]) == MachineMemory(whole: 8_192_000_000, free: 6_144_000_000))
    #expect(
      memory([
        "/proc/self/cgroup": "0::/system.slice/booth.service\n",
        "/sys/fs/cgroup/system.slice/booth.service/memory.max": "max\n",
        "/sys/fs/cgroup/system.slice/memory.max": "1000000000\n",
        "/sys/fs/cgroup/system.slice/memory.current": "700000000\n",
        "/sys/fs/cgroup/system.slice/memory.stat": "anon 5\ninactive_file 200000000\nactive_file 7\n",
      ]) == MachineMemory(whole: 1_000_000_000, free: 500_000_000))
    #expect(
      memory([
        "/proc/self/cgroup": "5:cpu,cpuacct:/\n4:memory:/box\n0::/\n",
        "/sys/fs/cgroup/memory/box/memory.limit_in_bytes": "500000000\n",
        "/sys/fs/cgroup/memory/box/memory.usage_in_bytes": "600000000\n",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
      ]) == MachineMemory(whole: 500_000_000, free: 0))
    #expect(MachineMemory.read { _ in nil } == MachineMemory(whole: .max, free: .max))
    let now = MachineMemory.now()
    #expect(now.whole > 0 && now.whole < .max && now.free <= now.whole)
  }
}
