import BoothCore
import BoothSystem
import CommandSupport
import Gallery
import Logging
import S3Storage

/// A gallery over a bucket, one of any number: what one of them knows, the others find in the bucket. Nothing of it is on this machine.
struct BucketGallery: Sendable {
  var configuration: GalleryConfiguration
  private let bucket: S3Bucket
  private let store: S3ObjectStore
  private let host: String
  private let port: Int
  private let logger: Logger
  private let smallPictures: SmallPictureThread

  /// - Parameters:
  ///   - address: `s3://BUCKET/PREFIX?endpoint=…`.
  ///   - areBundled: the events are those that came with the program, and no operator's word.
  ///   - environment: where the bucket's keys are, unless the address names a file of them.
  /// - Throws: what is missing, in words.
  init(
    address text: String, settings: Settings, events: [Event], areBundled: Bool, environment: [String: String],
    logger: Logger
  ) throws(CommandError) {
    var place = try BucketPlace(text, environment: environment)
    // A page asks for several objects, of which many are not there.
    place.settings.proof = .seconds(10)
    let kept = GallerySecrets.known(in: settings.data)
    guard let token = settings.text(.galleryToken) ?? kept?.presignToken,
      let secret = settings.text(.galleryUploadSecret) ?? kept?.uploadSecret
    else {
      throw CommandError(
        "all galleries of a bucket need the same secrets: set gallery.token and gallery.upload_secret (BOOTH_GALLERY_TOKEN, "
          + "BOOTH_GALLERY_UPLOAD_SECRET), or copy one gallery-secrets.json into each data folder")
    }
    bucket = place.bucket { words in
      logger.info("the bucket is asked again", metadata: ["store.detail": "\(words)"])
    }
    store = S3ObjectStore(bucket, prefix: place.prefix)
    host = settings.text(.galleryHost) ?? "0.0.0.0"
    port = settings.integer(.galleryPort)
    self.logger = logger
    smallPictures = SmallPictureThread(folder: nil, room: RoomBesideBooth(settings))
    var configuration = GalleryConfiguration(
      uploadSecret: secret, presignToken: token, proofSecret: secret,
      publicBaseURL: settings.text(.galleryPublicURL), assetBaseURL: settings.text(.galleryAssetURL),
      maxUploadBytes: Int64(settings.integer(.galleryMaxUpload)) << 20,
      events: Dictionary(events.map { ($0.id, $0) }) { first, _ in first }, definitionsDecide: !areBundled,
      unknownEvents: settings.text(.galleryUnknownEvents).flatMap(Event.GalleryAccess.init) ?? .open)
    configuration.hasLimits = settings.text(.galleryLimits) != "off"
    configuration.lists = .keys
    configuration.storeOrigin = place.settings.origin
    self.configuration = configuration
  }

  /// What the operator should know at the start. A bucket that does not answer is waited for; guests are told so meanwhile.
  /// - Throws: what no waiting mends.
  func trouble() async throws(CommandError) -> String? {
    do throws(S3Error) {
      _ = try await bucket.page(prefix: "", limit: 1)
      return nil
    } catch {
      switch error.code {
      case .noSuchBucket, .accessDenied, .wrongKeys, .expired, .clock, .garbage, .refused:
        throw CommandError("gallery.bucket: \(advice: error.words)")
      case .noSuchKey, .conditionFailed, .busy, .full, .unavailable, .incomplete, .tooLarge, .cancelled:
        return "the bucket does not answer: \(error.words); until it does, guests see a notice and booths wait"
      }
    }
  }

  /// It does not listen yet.
  func server() -> GalleryServer {
    GalleryServer(
      configuration: configuration, store: store, logger: logger, address: host, port: port,
      smallPictures: smallPictures)
  }

  /// Closes the bucket's connections.
  func end() async {
    do { try await bucket.shutdown() } catch {
      logger.debug("the bucket's connections", metadata: ["store.detail": "\(error)"])
    }
  }

  /// Which bucket it is, for people.
  var place: String { bucket.settings.words }

  /// Where guests reach it.
  func publicBase(port: Int) -> String {
    configuration.publicBaseURL ?? OwnGallery.base(host: host, port: port)
  }
}
