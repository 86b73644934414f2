import FoundationEssentials

/// A session's `manifest.json`, version 1 of the FotoX contract. Absent optionals are left out, not null.
public struct Manifest: Sendable, Equatable, Codable {
  /// One file of the session, as the gallery's page shows it.
  public struct Item: Sendable, Equatable, Codable {
    /// Unique in its manifest: `strip0_photo`, `strip1_video`; a composite's is its kind, as in `strip_photo`.
    public var id: String
    /// FotoX's word for what it is: `video`, `photo`, `strip_photo` or `strip_video`. A boomerang is a `video`, its GIF
    /// a `photo`.
    public var kind: String
    /// The strip it belongs to, from 0; -1 for composites.
    public var stripIndex: Int
    /// Its place within the strip: 0 for films, 1 for pictures.
    public var sequenceIndex: Int
    /// A MIME type: ``AssetKind/contentType``.
    public var contentType: String
    /// The object's key at the gallery: ``GalleryPath/asset(event:session:kind:strip:)``.
    public var path: String
    /// The file's bytes, as they were uploaded.
    public var sizeBytes: Int64
    /// How long a film lasts, in seconds; nil where the booth recorded no duration, as for pictures.
    public var durationSeconds: Double?
    /// The key of the picture to show until a film plays: the strip's photo for a clip, the composite for the films
    /// made of clips. Nil for pictures, and where the session has no such picture.
    public var posterPath: String?

    enum CodingKeys: String, CodingKey {
      case id, kind, path
      case stripIndex = "strip_index"
      case sequenceIndex = "sequence_index"
      case contentType = "content_type"
      case sizeBytes = "size_bytes"
      case durationSeconds = "duration_seconds"
      case posterPath = "poster_path"
    }

    /// Checks nothing. ``Manifest/init(of:assets:)`` makes items from assets.
    public init(
      id: String, kind: String, stripIndex: Int, sequenceIndex: Int, contentType: String, path: String,
      sizeBytes: Int64, durationSeconds: Double? = nil, posterPath: String? = nil
    ) {
      self.id = id
      self.kind = kind
      self.stripIndex = stripIndex
      self.sequenceIndex = sequenceIndex
      self.contentType = contentType
      self.path = path
      self.sizeBytes = sizeBytes
      self.durationSeconds = durationSeconds
      self.posterPath = posterPath
    }
  }

  /// In bytes: 1 MiB, more than any session's manifest has.
  public static let mostBytes: Int64 = 1 << 20

  /// The contract's version: 1.
  public var version: Int
  /// The number of the session's event.
  public var eventID: Int
  /// The session's upper-case UUID, not checked here: ``SessionID/init(_:)`` does that.
  public var sessionID: String
  /// ISO 8601 UTC in whole seconds: `2025-02-01T18:20:15Z`.
  public var createdAt: String
  /// The guests' link, the one that the QR code says: ``GalleryPath/link(base:session:)``.
  public var publicGalleryURL: String
  /// In the order of the gallery's page.
  public var assets: [Item]

  enum CodingKeys: String, CodingKey {
    case version, assets
    case eventID = "event_id"
    case sessionID = "session_id"
    case createdAt = "created_at"
    case publicGalleryURL = "public_gallery_url"
  }

  /// Checks nothing. ``init(of:assets:)`` makes the manifest of a recorded session.
  public init(
    version: Int = 1, eventID: Int, sessionID: String, createdAt: String, publicGalleryURL: String, assets: [Item]
  ) {
    self.version = version
    self.eventID = eventID
    self.sessionID = sessionID
    self.createdAt = createdAt
    self.publicGalleryURL = publicGalleryURL
    self.assets = assets
  }
}

/// Object keys of the FotoX contract.
public enum GalleryPath {
  /// The prefix of all keys of a session, with a slash at its end: `events/7/sessions/{SESSION}/`.
  public static func folder(event: EventID, session: SessionID) -> String {
    "events/\(event)/sessions/\(session)/"
  }

  /// `photo_0.jpg`, `video_0.mp4`, `strip_photo.jpg`, `strip_video.mp4`, `boomerang.gif` in the session's folder.
  public static func asset(event: EventID, session: SessionID, kind: AssetKind, strip: Int) -> String {
    let name = kind.isComposite ? kind.baseName : "\(kind.baseName)_\(strip)"
    return folder(event: event, session: session) + name + "." + kind.fileExtension
  }

  /// The key of the session's manifest: `events/7/sessions/{SESSION}/manifest.json`.
  public static func manifest(event: EventID, session: SessionID) -> String {
    folder(event: event, session: session) + "manifest.json"
  }

  /// `{base}/s/{SESSION}`: what the QR code says.
  public static func link(base: String, session: SessionID) -> String {
    (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/s/\(session)"
  }
}

extension Manifest {
  /// The manifest of `assets`: composites first, then video and photo per strip, as the real app orders them. What FotoX
  /// does not know comes last, under the names of what it does: it may refuse a kind that it has never heard of.
  public init(of session: SessionRecord, assets: [Asset]) {
    let paths = Set(
      assets.map { GalleryPath.asset(event: session.event, session: session.id, kind: $0.kind, strip: $0.strip) })
    func order(_ asset: Asset) -> Int {
      switch asset.kind {
      case .stripPhoto: -2
      case .stripVideo: -1
      case .video: asset.strip * 2
      case .photo: asset.strip * 2 + 1
      case .boomerang: .max - 1
      case .boomerangGIF: .max
      }
    }
    let items = assets.sorted { order($0) < order($1) }.map { asset in
      let poster: String? =
        switch asset.kind {
        case .video: GalleryPath.asset(event: session.event, session: session.id, kind: .photo, strip: asset.strip)
        case .stripVideo, .boomerang:
          GalleryPath.asset(event: session.event, session: session.id, kind: .stripPhoto, strip: -1)
        case .photo, .stripPhoto, .boomerangGIF: nil
        }
      return Item(
        id: asset.kind.isComposite ? asset.kind.rawValue : "strip\(asset.strip)_\(asset.kind.rawValue)",
        kind: asset.kind.nameForFotoX, stripIndex: asset.strip,
        sequenceIndex: asset.kind.contentType.hasPrefix("image/") ? 1 : 0,
        contentType: asset.kind.contentType,
        path: GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip),
        sizeBytes: asset.sizeBytes, durationSeconds: asset.duration?.inSeconds,
        posterPath: poster.flatMap { paths.contains($0) ? $0 : nil })
    }
    self.init(
      eventID: session.event, sessionID: session.id.text, createdAt: session.openedAt.date.formatted(.iso8601),
      publicGalleryURL: session.link, assets: items)
  }
}

extension AssetKind {
  /// What a manifest calls it.
  fileprivate var nameForFotoX: String {
    switch self {
    case .video, .boomerang: AssetKind.video.rawValue
    case .photo, .boomerangGIF: AssetKind.photo.rawValue
    case .stripPhoto, .stripVideo: rawValue
    }
  }
}
