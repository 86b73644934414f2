import BoothTesting
import Testing

@Suite struct MemoryDiskTests {
  @Test(arguments: DiskConformance.checks)
  func `the disk in memory keeps the promises of the port`(_ check: DiskConformance) throws {
    try check.run(MemoryDisk())
  }
}
