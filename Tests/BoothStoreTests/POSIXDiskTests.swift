import BoothStore
import BoothTesting
import Testing

@Suite struct POSIXDiskTests {
  @Test(arguments: DiskConformance.checks)
  func `a folder of a real file system keeps the promises of the port`(_ check: DiskConformance) throws {
    let folder = try TemporaryFolder()
    try check.run(try POSIXDisk(root: folder.path))
  }
}
