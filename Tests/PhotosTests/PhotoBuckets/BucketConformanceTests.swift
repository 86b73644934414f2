import BoothTesting
import PhotoModel
import PhotoTesting
import PhotolalaFormat
import S3Storage
import Synchronization
import Testing

@testable import PhotoSources

/// The promises of all sources, at a bucket.
@Suite struct BucketConformanceTests {
  private static let account = "3F2504E0-4F89-41D3-9A0C-0305E82C3301"

  /// A bucket that another program puts photos into, and takes them out of.
  private final class Keeper: Sendable {
    let standIn: StandInBucket
    private let rows = Mutex<[CatalogRow]>([])

    init(_ standIn: StandInBucket) { self.standIn = standIn }

    func put(_ text: String) -> (PhotoID, [UInt8]) {
      let bytes = Array(text.utf8)
      let md5 = PhotoMD5(of: bytes)
      standIn.put("photos/\(BucketConformanceTests.account)/\(md5).dat", bytes)
      let row = CatalogRow(
        head: PhotoMD5(of: bytes.prefix(4096)), sizeBytes: Int64(bytes.count), md5: md5, date: 5, format: .jpeg)
      publish { $0.append(row) }
      return (PhotoID(md5.text), bytes)
    }

    func remove(_ id: PhotoID) {
      standIn.remove("photos/\(BucketConformanceTests.account)/\(id).dat")
      publish { rows in rows.removeAll { $0.id.text == id.text } }
    }

    private func publish(_ change: (inout [CatalogRow]) -> Void) {
      let bytes = rows.withLock { rows in
        change(&rows)
        return PhotoCatalog(rows: rows).bytes
      }
      let folder = "catalogs/\(BucketConformanceTests.account)/"
      standIn.put(folder + CatalogPointer.snapshotName(PhotoMD5(of: bytes)), bytes)
      standIn.put(folder + CatalogPointer.name, CatalogPointer.bytes(PhotoMD5(of: bytes)))
    }
  }

  @Test(arguments: PhotoSourceConformance.checks)
  func `a bucket keeps the promises of all sources`(_ check: PhotoSourceConformance) async throws {
    let (standIn, folder) = (try StandInBucket(), try TemporaryFolder())
    let keeper = Keeper(standIn)
    let photos = ["one", String(repeating: "two ", count: 5000), "three"].map { keeper.put($0) }
    let bucket = S3Bucket(
      try S3Settings(bucket: StandInBucket.name, endpoint: standIn.endpoint),
      credentials: S3Credentials(accessKey: "AK", secretKey: "secret"))
    let source = BucketPhotos(
      identifier: try #require(PhotoSourceID("bucket")), displayName: "my photos", bucket: bucket,
      account: Self.account,
      spool: folder.path)
    try await check.run(
      PhotoSourceConformance.Subject(
        source, photos: Dictionary(uniqueKeysWithValues: photos), add: { keeper.put("four") },
        remove: { keeper.remove($0) }, setAway: { standIn.setBucket(!$0) }))
    try await bucket.shutdown()
    standIn.stop()
  }
}
