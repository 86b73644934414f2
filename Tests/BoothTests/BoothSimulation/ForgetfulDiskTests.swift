import BoothCore
import BoothTesting
import BoothVault
import Testing

@testable import BoothSimulation

/// The disk forgets what a power cut takes, and nothing else.
@Suite struct ForgetfulDiskTests {
  @Test(arguments: DiskConformance.checks)
  func `it keeps the promises of the port`(_ check: DiskConformance) throws { try check.run(ForgetfulDisk()) }

  /// What is left of a disk that `prepare` brought somewhere, over many power cuts.
  private func leftovers(_ prepare: (ForgetfulDisk) throws -> Void, _ path: String) throws -> Set<[UInt8]?> {
    var found: Set<[UInt8]?> = []
    for seed in 0..<200 as Range<UInt64> {
      let disk = ForgetfulDisk()
      _ = try disk.makeFolder("a")
      _ = try disk.makeFolder("b")
      try disk.syncFolder("")
      try prepare(disk)
      var random = SeededRandom(seed: seed)
      disk.cutPower(&random)
      found.insert(try? disk.read(path))
    }
    return found
  }

  private func write(_ disk: ForgetfulDisk, _ bytes: [UInt8], to path: String, sync: Bool) throws {
    let file = try disk.create(path)
    try file.write(bytes)
    if sync { try file.sync() }
  }

  @Test func `a file whose bytes and name were flushed stays`() throws {
    let found = try leftovers(
      { disk in
        try write(disk, [1, 2, 3], to: "a/x", sync: true)
        try disk.syncFolder("a")
        #expect(disk.surviving("a/x") == [1, 2, 3])
      }, "a/x")
    #expect(found == [[1, 2, 3]])
  }

  @Test func `without its folder's flush its name may be gone`() throws {
    let found = try leftovers(
      { disk in
        try write(disk, [1, 2, 3], to: "a/x", sync: true)
        #expect(disk.surviving("a/x") == nil)
      }, "a/x")
    #expect(found == [[1, 2, 3], nil])
  }

  @Test func `without its own flush its bytes may be torn`() throws {
    let found = try leftovers(
      { disk in
        try write(disk, [1, 2, 3], to: "a/x", sync: false)
        try disk.syncFolder("a")
      }, "a/x")
    #expect(found.isSuperset(of: [[], [1], [1, 2], [1, 2, 3], [1, 0, 0]]))
  }

  @Test func `what was appended may be torn, what was flushed before it not`() throws {
    let found = try leftovers(
      { disk in
        let file = try disk.create("a/x")
        try file.write([1, 2])
        try file.sync()
        try disk.syncFolder("a")
        try file.write([3])
      }, "a/x")
    #expect(found == [[1, 2], [1, 2, 3], [1, 2, 0]])
  }

  @Test func `after a flush that failed the bytes can be read, and are lost`() throws {
    let found = try leftovers(
      { disk in
        try write(disk, [1, 2], to: "a/x", sync: false)
        try disk.syncFolder("a")
        disk.file("a/x")?.failSync()
        try disk.sync("a/x")
        #expect(try disk.read("a/x") == [1, 2])
      }, "a/x")
    #expect(found == [[]])
  }

  @Test func `a rename happens whole or not at all, and a flush of either folder makes it last`() throws {
    for seed in 0..<200 as Range<UInt64> {
      let disk = ForgetfulDisk()
      _ = try disk.makeFolder("a")
      _ = try disk.makeFolder("b")
      try disk.syncFolder("")
      try write(disk, [1], to: "a/x", sync: true)
      try disk.syncFolder("a")
      try disk.rename("a/x", to: "b/y")
      if seed % 3 == 0 { try disk.syncFolder("b") }
      if seed % 3 == 1 { try disk.syncFolder("a") }
      var random = SeededRandom(seed: seed)
      disk.cutPower(&random)
      let (old, new) = (try? disk.read("a/x"), try? disk.read("b/y"))
      #expect(old != nil || new != nil)
      if seed % 3 < 2 { #expect(new == [1]) }
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `the log means what the books as a value mean`(_ seed: UInt64) throws
  {
    let (memory, medium) = (ForgetfulDisk(), LogLedger.Medium())
    let gate = DiskGate(memory)
    var random = SeededRandom(seed: seed)
    func open() throws -> LogLedger { try LogLedger(medium: medium, gate: gate, disk: gate, memory: memory) }
    try LedgerConformance.check(seed: seed, try open()) {
      memory.cutPower(&random)
      return try open()
    }
  }

  @Test func `a commit that could not be flushed is not in the books, and the next one is`() throws {
    let (memory, medium) = (ForgetfulDisk(), LogLedger.Medium())
    let gate = DiskGate(memory)
    let ledger = try LogLedger(medium: medium, gate: gate, disk: gate, memory: memory)
    gate.failingSyncs = 1
    #expect(throws: StoreError.self) { try ledger.commit([.set(key: "a", value: "1")]) }
    try ledger.commit([.set(key: "b", value: "2")])
    var random = SeededRandom(seed: 1)
    memory.cutPower(&random)
    let again = try LogLedger(medium: medium, gate: gate, disk: gate, memory: memory)
    #expect(try again.setting("a") == nil)
    #expect(try again.setting("b") == "2")
  }
}
