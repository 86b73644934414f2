public import PhotoModel
import PhotolalaFormat
public import S3Storage

/// Photographs in a bucket with a catalog, as the app Photolala keeps them: `catalogs/ACCOUNT/`, `photos/ACCOUNT/HASH.dat`,
/// `thumbnails/ACCOUNT/HASH.jpg`. Read, never written.
public struct BucketPhotos: PhotoProvider {
  /// The same for as long as it is the same source.
  public let identifier: PhotoSourceID
  /// ``PhotoSourceKind/s3``.
  public var kind: PhotoSourceKind { .s3 }
  /// For people.
  public let displayName: String
  /// They can be copied out.
  public var capabilities: PhotoCapabilities { .readOnly }

  let bucket: S3Bucket?
  let account: String
  private let spool: String

  /// A photograph larger than this is none, in bytes.
  static let mostBytes: Int64 = 4 << 30
  /// A catalog of a million photographs has some 100 MB.
  static let mostCatalogBytes = 256 << 20
  /// A thumbnail has 50 KB at most; what has more than this is none.
  static let mostThumbnailBytes = 4 << 20

  /// - Parameters:
  ///   - bucket: nil without a sign-in: then everything is refused as not authorized.
  ///   - account: the account's UUID.
  ///   - spool: a folder for photographs while they are open; they have no name there.
  public init(
    identifier: PhotoSourceID, displayName: String, bucket: S3Bucket?, account: String, spool: String = "/var/tmp"
  ) {
    self.identifier = identifier
    self.displayName = displayName
    self.bucket = bucket
    self.account = account
    self.spool = spool
  }

  func asked() throws(PhotoSourceError) -> S3Bucket {
    guard let bucket else { throw .notAuthorized }
    return bucket
  }

  /// By the pointer: where it names the catalog that was read last, nothing has changed.
  public func scan(since mark: PhotoScanMark?) -> AsyncThrowingStream<PhotoScanStep, any Error> {
    let scan = BucketScan(self, since: mark)
    return AsyncThrowingStream(unfolding: { try await scan.next() })
  }

  /// An id is a hash, and nothing else: no other key can be named by it.
  private func key(_ kind: String, _ id: PhotoID, _ ending: String) throws(PhotoSourceError) -> String {
    guard let md5 = PhotoMD5(id.text), md5.text == id.text else { throw .itemNotFound }
    return "\(kind)/\(account)/\(md5).\(ending)"
  }

  /// Brought here whole, into a file without a name, and held against its hash.
  public func open(_ id: PhotoID) async throws(PhotoSourceError) -> PhotoContent {
    let bucket = try asked()
    let key = try key("photos", id, "dat")
    let file = try HeldPhoto(spooledIn: spool)
    var hash = MD5Hash()
    var first: [UInt8] = []
    do {
      guard let (head, body) = try await bucket.stream(key) else { throw PhotoSourceError.itemNotFound }
      guard head.sizeBytes <= Self.mostBytes else {
        throw PhotoSourceError.invalidData("\(key) has \(head.sizeBytes) bytes: it is no photo")
      }
      for try await piece in body {
        hash.update(piece)
        if first.count < CatalogRow.headBytes { first += piece.prefix(CatalogRow.headBytes - first.count) }
        try file.append(piece)
      }
    } catch { throw Self.promised(error) }
    guard PhotoMD5(hash).text == id.text || PhotoMD5(of: first).text == id.text else {
      throw .invalidData("what the bucket has is not the photo that its name says")
    }
    return .file(file)
  }

  /// The app's own, whose short side has 256 pixels.
  public func thumbnail(of id: PhotoID, shortSide: Int) async throws(PhotoSourceError) -> [UInt8]? {
    guard shortSide <= 256 else { return nil }
    let bucket = try asked()
    let key = try key("thumbnails", id, "jpg")
    do {
      let found = try await bucket.get(key, limit: Self.mostThumbnailBytes)
      // What is no JPEG is made anew of the photo.
      return found.flatMap { $0.bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? $0.bytes : nil }
    } catch { throw Self.promised(error) }
  }

  /// By its first bytes: whether its id is of them, or of all.
  public func identity(of id: PhotoID) async throws(PhotoSourceError) -> PhotoIdentity {
    let bucket = try asked()
    let key = try key("photos", id, "dat")
    do {
      guard let head = try await bucket.head(key) else { throw PhotoSourceError.itemNotFound }
      let count = min(head.sizeBytes, Int64(CatalogRow.headBytes))
      var first: [UInt8] = []
      if count > 0 {
        guard let (_, body) = try await bucket.stream(key, range: 0..<count) else {
          throw PhotoSourceError.itemNotFound
        }
        for try await piece in body { first += piece }
      }
      let headMD5 = PhotoMD5(of: first).text
      let isWhole = headMD5 != id.text || head.sizeBytes <= Int64(CatalogRow.headBytes)
      return PhotoIdentity(fullMD5: isWhole ? id.text : nil, headMD5: headMD5, size: head.sizeBytes)
    } catch { throw Self.promised(error) }
  }

  /// As the port says it.
  static func promised(_ error: any Error) -> PhotoSourceError {
    switch error {
    case let error as PhotoSourceError: return error
    case let error as S3Error:
      switch error.code {
      case .noSuchKey: return .itemNotFound
      case .accessDenied, .wrongKeys, .expired: return .notAuthorized
      case .noSuchBucket, .clock, .busy, .unavailable, .full: return .sourceUnavailable(error.words)
      case .incomplete, .garbage, .tooLarge: return .invalidData(error.words)
      case .refused, .conditionFailed, .cancelled: return .loadFailed(error.words)
      }
    default: return .loadFailed("\(error)")
    }
  }
}
