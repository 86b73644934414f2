import BoothCore
import FoundationEssentials
import WebSupport

/// A session's manifest as pages and lists read it: leniently, as the contract's versions differ.
struct SessionManifest: Sendable, Equatable {
  struct Item: Sendable, Equatable {
    enum Medium: Sendable { case image, video }
    var kind: String
    var medium: Medium
    var path: String
    var posterPath: String?
    /// The composite of a session, or the film strip; `strip` is what they once were called.
    var isComposite: Bool { ["strip", "strip_photo", "strip_video"].contains(kind) }
    /// A moment of a clip, forth and back. To FotoX it is a clip or a photo, so its file's name tells.
    var isBoomerang: Bool {
      path.split(separator: "/").last?.hasPrefix(AssetKind.boomerang.baseName + ".") ?? false
    }
  }

  /// As it came: a number, or a text of one.
  var event: JSONDocument?
  var createdAt: String?
  /// Who may see the event's page, as the booth said that brought the session.
  var access: Event.GalleryAccess?
  /// Composites first, otherwise in the manifest's order.
  var items: [Item]

  init(_ json: JSONDocument) {
    event = json["event_id"]
    createdAt = json["created_at"]?.string.flatMap { $0.utf8.count <= ManifestRules.mostTextBytes ? $0 : nil }
    access = json[EventIndex.markName].map { $0.string.flatMap(Event.GalleryAccess.init) ?? .link }
    let all = (json["assets"]?.array ?? []).compactMap(Item.init)
    items = all.filter(\.isComposite) + all.filter { !$0.isComposite }
  }

  /// For so long a film strip may still be made and brought; after that guests are not told to wait for it.
  private static let filmPatience: TimeInterval = 15 * 60

  /// Whether a film strip is likely to come: there are clips to make it of, and the composite of a booth that makes one.
  /// An app that uploads clips and no composites makes none.
  func awaitsFilm(at now: Date) -> Bool {
    guard let created = createdAt.flatMap(PageDate.parse) else { return false }
    return abs(now.timeIntervalSince(created)) < Self.filmPatience
      && items.contains { $0.isComposite && $0.medium == .image }
      && items.contains { !$0.isComposite && $0.medium == .video }
      && !items.contains { $0.isComposite && $0.medium == .video || $0.isBoomerang }
  }

  var eventID: EventID? {
    do throws(RequestFault) {
      let event = try EventNames.read(event)
      return event > 0 ? event : nil
    } catch {
      return nil
    }
  }

  /// FotoX's order of what stands for a session: strip_photo, strip, the first photo, the first of all.
  var thumbnail: String? {
    let chosen =
      items.first { $0.kind == "strip_photo" } ?? items.first { $0.kind == "strip" }
      ?? items.first { $0.kind == "photo" } ?? items.first
    return chosen?.path
  }

  /// What stands for a session in lists where it is a picture: of a clip its poster; nil where there is none.
  var cardPicture: String? {
    guard let thumbnail, PageShell.isVideo(thumbnail) else { return thumbnail }
    return items.first { $0.path == thumbnail }?.posterPath
  }
}

extension SessionManifest.Item {
  init?(_ json: JSONDocument) {
    guard let path = json["path"]?.string, ObjectKey(path) != nil else { return nil }
    self.path = path
    kind = json["kind"]?.string ?? ""
    posterPath = json["poster_path"]?.string.flatMap { ObjectKey($0) }?.text
    let type = json["content_type"]?.string?.lowercased() ?? ""
    let isVideo =
      type.hasPrefix("video/") || kind.hasSuffix("video")
      || !type.hasPrefix("image/") && [".mp4", ".mov", ".m4v", ".webm"].contains { path.lowercased().hasSuffix($0) }
    medium = isVideo ? .video : .image
  }
}

/// What `/complete` asks of a manifest before it is shown to anybody.
enum ManifestRules {
  /// More than any session has, and as many as can be looked up for a page.
  static let mostAssets = 1000
  /// A thousand assets are a third of this.
  static let mostBytes = 1 << 20
  /// Of a time, a kind, a name: what stands in every session's entry of the index must not fill it.
  static let mostTextBytes = 128

  static func check(_ manifest: JSONDocument, _ event: EventID, _ session: SessionName) throws(RequestFault) {
    guard manifest.isObject else { throw RequestFault("Invalid manifest: expected an object") }
    if let named = manifest["session_id"], named != .null, named != .string(session.text) {
      throw RequestFault("Invalid manifest: its session_id is not \(session.text)")
    }
    try check(manifest, "created_at", "")
    guard let assets = manifest["assets"]?.array else { throw RequestFault("Invalid manifest: assets array required") }
    if assets.count > mostAssets {
      throw RequestFault("Invalid manifest: expected at most \(mostAssets) assets, found \(assets.count)")
    }
    let folder = EventNames.folder(event, session)
    for (index, asset) in assets.enumerated() {
      func check(_ name: String, _ value: JSONDocument?) throws(RequestFault) {
        guard let path = value?.string, path.hasPrefix(folder), ObjectKey(path) != nil, path.isWholeText
        else {
          throw RequestFault("Invalid manifest: assets[\(index)].\(name) must be a path under \(folder)")
        }
      }
      try check("path", asset["path"])
      if let poster = asset["poster_path"], poster != .null { try check("poster_path", poster) }
      if let kind = asset["kind"], kind.string == nil {
        throw RequestFault("Invalid manifest: assets[\(index)].kind must be a text")
      }
      for name in ["kind", "id", "content_type"] { try Self.check(asset, name, "assets[\(index)].") }
    }
  }

  /// A text that is there is a short one.
  private static func check(_ json: JSONDocument, _ name: String, _ place: String) throws(RequestFault) {
    guard let count = json[name]?.string?.utf8.count, count > mostTextBytes else { return }
    throw RequestFault("Invalid manifest: \(place)\(name) has \(count) bytes, expected at most \(mostTextBytes)")
  }
}
