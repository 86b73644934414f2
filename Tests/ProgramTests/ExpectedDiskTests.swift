import Testing

@testable import CommandSupport

/// A data folder whose disk is not mounted.
@Suite struct ExpectedDiskTests {
  private static let table = """
    # a comment /mnt/comment ext4 defaults 0 0
    UUID=1 / ext4 errors=remount-ro 0 1
    UUID=2 /mnt/photos ext4 defaults,nofail 0 2
    UUID=3\t/mnt/my\\040disk\texfat\tnofail\t0 0
    UUID=4 /mnt/photos/inner ext4 nofail 0 2
    UUID=5 /mnt/stick vfat noauto,user 0 0
    UUID=6 none swap sw 0 0
    """
  private static let mounted = """
    22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
    30 22 8:2 / /mnt/photos rw,relatime shared:2 - ext4 /dev/sda2 rw
    """

  @Test(
    arguments: [
      ("/mnt/photos/booth", nil), ("/mnt/photos", nil), ("/home/booth", nil), ("/mnt/my disk/booth", "/mnt/my disk"),
      ("/mnt/photos/inner/booth", "/mnt/photos/inner"), ("/mnt/photos/innermost", nil), ("/mnt/stick/booth", nil),
      ("booth-data", nil), ("/mnt/comment", nil),
    ] as [(String, String?)])
  func `a disk that the system was told to mount, and has not, is named for the folders on it alone`(
    _ path: String, _ missing: String?
  ) {
    #expect(ExpectedDisk.missing(for: path, table: Self.table, mounted: Self.mounted) == missing)
    #expect(ExpectedDisk.missing(for: path, table: "", mounted: Self.mounted) == nil)
  }
}
