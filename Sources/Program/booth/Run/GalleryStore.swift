import ArgumentParser
import BoothCore
import BoothStore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Gallery
import S3Storage

/// The store of a gallery that others may serve at the moment, for its owner's commands: the bucket that the settings name, else the
/// folder `gallery` in the data folder.
struct GalleryStore: Sendable {
  let store: any ObjectStore
  /// Whether events' lists are in keys there.
  let isBucket: Bool
  /// For people.
  let words: String
  /// The galleries' upload secret; nil where it is not known here.
  let secret: String?
  /// What links begin with, without a slash at the end; nil where that is not known here.
  let publicURL: String?
  private let bucket: S3Bucket?

  /// - Throws: what is missing, in words.
  init(_ settings: Settings) throws {
    secret = settings.text(.galleryUploadSecret) ?? GallerySecrets.known(in: settings.data)?.uploadSecret
    publicURL = GalleryConfiguration(publicBaseURL: settings.text(.galleryPublicURL)).publicBaseURL
    guard settings.text(.galleryBucket) != nil else {
      try settings.checkData(.ours, saysItself: false)
      let folder = settings.data + "/gallery"
      guard OwnGallery.isBegun(in: settings.data) else {
        throw CommandError("\(folder) is not there: no gallery has served this data folder, and no --bucket is named")
      }
      do throws(ObjectStoreError) { store = try FolderObjectStore(path: folder) } catch {
        throw CommandError("\(folder) cannot be used: \(advice: error.detail)")
      }
      (isBucket, words, bucket) = (false, folder, nil)
      return
    }
    let place = try BucketPlace(settings: settings, environment: ProcessInfo.processInfo.environment)
    let bucket = place.bucket { words in complain("booth: the bucket is asked again: \(advice: words)") }
    store = S3ObjectStore(bucket, prefix: place.prefix)
    (isBucket, words) = (true, place.words)
    self.bucket = bucket
  }

  /// Does something with the store, and lets it go.
  /// - Throws: what the store says, in words.
  func use<Value: Sendable>(_ body: (any ObjectStore) async throws -> Value) async throws -> Value {
    let result: Result<Value, any Error>
    do { result = .success(try await body(store)) } catch let error as ObjectStoreError {
      result = .failure(CommandError("\(words): \(advice: error.detail)"))
    } catch { result = .failure(error) }
    if let bucket { await BucketPlace.end(bucket) }
    return try result.get()
  }
}

/// The flags of the commands for a gallery's owner.
struct GalleryStoreOptions: ParsableArguments {
  @Option(help: "The galleries' bucket: `s3://BUCKET` and more. (default: gallery.bucket, else the folder in the data)")
  var bucket: String?
  @OptionGroup var place: PlaceOptions

  func settings() async throws -> Settings {
    try await place.settings(bucket.map { [.galleryBucket: $0] } ?? [:], data: .nothing)
  }
}
