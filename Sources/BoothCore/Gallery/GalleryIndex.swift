/// An event's `index.json`, version 1 of the FotoX contract: its sessions, the newest completed first.
public struct GalleryIndex: Sendable, Equatable, Codable {
  /// One session of the event's page.
  public struct Entry: Sendable, Equatable, Codable {
    /// The session's upper-case UUID, as it came; not checked here.
    public var sessionID: String
    /// When the session began, as its manifest says it: ISO 8601, UTC.
    public var createdAt: String
    /// The key of the picture that stands for the session; nil where it has none.
    public var thumbPath: String?
    /// Where the session's page is, relative to the gallery: `s/{SESSION}`.
    public var galleryPath: String
    /// Only the newest client writes it; kept as it came, so that nothing is lost when we write the index anew.
    public var publicGalleryPath: String?

    enum CodingKeys: String, CodingKey {
      case sessionID = "session_id"
      case createdAt = "created_at"
      case thumbPath = "thumb_path"
      case galleryPath = "gallery_path"
      case publicGalleryPath = "public_gallery_path"
    }

    /// Takes everything as it is; dates and paths are not checked.
    public init(
      sessionID: String, createdAt: String, thumbPath: String?, galleryPath: String, publicGalleryPath: String? = nil
    ) {
      self.sessionID = sessionID
      self.createdAt = createdAt
      self.thumbPath = thumbPath
      self.galleryPath = galleryPath
      self.publicGalleryPath = publicGalleryPath
    }
  }

  /// The contract's version: 1.
  public var version: Int
  /// The event's number.
  public var eventID: Int
  /// When the index was last written: ISO 8601, UTC.
  public var updatedAt: String
  /// The newest completed first; each session once, if ``put(_:at:)`` wrote them.
  public var sessions: [Entry]

  enum CodingKeys: String, CodingKey {
    case version, sessions
    case eventID = "event_id"
    case updatedAt = "updated_at"
  }

  /// An index of version 1, unless `version` says otherwise. Checks nothing.
  public init(version: Int = 1, eventID: Int, updatedAt: String, sessions: [Entry]) {
    self.version = version
    self.eventID = eventID
    self.updatedAt = updatedAt
    self.sessions = sessions
  }

  /// Puts a session on top and takes its old entry away, so completing twice changes nothing but the order.
  public mutating func put(_ entry: Entry, at updatedAt: String) {
    sessions.removeAll { $0.sessionID == entry.sessionID }
    sessions.insert(entry, at: 0)
    self.updatedAt = updatedAt
  }
}
