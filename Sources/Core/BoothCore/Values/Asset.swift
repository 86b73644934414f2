/// What a session's file is. The raw values of the first four are those of FotoX's manifest.
public enum AssetKind: String, Sendable, Codable, CaseIterable {
  case video
  case photo
  /// The composite of a session's photos.
  case stripPhoto = "strip_photo"
  /// The film strip of a session's clips.
  case stripVideo = "strip_video"

  /// A moment of a clip, forth and back, as a film and as an animated GIF. FotoX knows neither.
  case boomerang
  case boomerangGIF = "boomerang_gif"

  /// Made of the session's pictures: there is one of a session, and it can be made again.
  public var isComposite: Bool {
    switch self {
    case .video, .photo: false
    case .stripPhoto, .stripVideo, .boomerang, .boomerangGIF: true
    }
  }

  /// The MIME type, as the gallery is told it.
  public var contentType: String {
    switch self {
    case .photo, .stripPhoto: "image/jpeg"
    case .video, .stripVideo, .boomerang: "video/mp4"
    case .boomerangGIF: "image/gif"
    }
  }

  /// What the file's name ends with, without the dot.
  public var fileExtension: String {
    switch self {
    case .photo, .stripPhoto: "jpg"
    case .video, .stripVideo, .boomerang: "mp4"
    case .boomerangGIF: "gif"
    }
  }

  /// What its files' names begin with.
  public var baseName: String { self == .boomerangGIF ? AssetKind.boomerang.rawValue : rawValue }
}

/// One file of a session, durable on disk and recorded in the database: nothing speaks of an asset before both.
///
/// ```swift
/// asset.path  // "sessions/5B1F…/photo_0.jpg", below the data folder
/// asset.kind == .photo && asset.strip == 0  // the first strip's photo
/// ```
public struct Asset: Sendable, Equatable, Codable, Identifiable {
  /// The store's number for the file.
  public var id: AssetID
  /// The session it belongs to.
  public var session: SessionID
  /// What the file is.
  public var kind: AssetKind
  /// The strip it belongs to, from 0; -1 for composites.
  public var strip: Int
  /// Relative to the data folder.
  public var path: String
  /// How many bytes the file has, as it was recorded; ``checksum`` is of all of them.
  public var sizeBytes: Int64
  /// SHA-256 in lower-case hex.
  public var checksum: String
  /// When its bytes became durable.
  public var takenAt: WallTime
  /// How long clips and films play; nil for pictures.
  public var duration: Duration?
  /// Frames a clip should have had, and how many of them it lost.
  public var frames: Int?
  /// Nil for everything but clips whose frames were counted.
  public var droppedFrames: Int?
  /// The photo is the best live frame, as the still failed.
  public var fromLiveView: Bool
  /// The remote has confirmed its bytes.
  public var uploaded: Bool

  /// A file that is not yet uploaded and no live frame, unless told otherwise. Without `takenAt` it is of 1970, by a
  /// clock that is not to be trusted. Checks nothing.
  public init(
    id: AssetID, session: SessionID, kind: AssetKind, strip: Int, path: String, sizeBytes: Int64, checksum: String,
    takenAt: WallTime = WallTime(unixSeconds: 0, trusted: false), duration: Duration? = nil, frames: Int? = nil,
    droppedFrames: Int? = nil, fromLiveView: Bool = false,
    uploaded: Bool = false
  ) {
    self.id = id
    self.session = session
    self.kind = kind
    self.strip = strip
    self.path = path
    self.sizeBytes = sizeBytes
    self.checksum = checksum
    self.takenAt = takenAt
    self.duration = duration
    self.frames = frames
    self.droppedFrames = droppedFrames
    self.fromLiveView = fromLiveView
    self.uploaded = uploaded
  }

  /// More than 5 % of the clip's frames were lost.
  public var lostTooMany: Bool {
    guard let frames, let droppedFrames, frames > 0 else { return false }
    return droppedFrames * 20 > frames
  }
}
