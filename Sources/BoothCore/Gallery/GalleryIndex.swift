/// An event's `index.json`, version 1 of the FotoX contract: its sessions, the newest completed first.
public struct GalleryIndex: Sendable, Equatable, Codable {
  public struct Entry: Sendable, Equatable, Codable {
    public var sessionID: String
    public var createdAt: String
    public var thumbPath: String?
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

  public var version: Int
  public var eventID: Int
  public var updatedAt: String
  public var sessions: [Entry]

  enum CodingKeys: String, CodingKey {
    case version, sessions
    case eventID = "event_id"
    case updatedAt = "updated_at"
  }

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
