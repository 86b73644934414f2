import BoothArchives
import BoothCore
import FoundationEssentials
import WebSupport

/// What a file is called where a guest keeps it, among others' and in the order of time:
/// `Anna & Jonas 2025-02-01 18.20.15 photo 1.jpg`.
struct PictureName {
  /// The event's name, and the session's time where it is known.
  let session: String

  init(event: String, made: CivilMoment?) {
    session = PortableName.of([event, made?.name].compactMap { $0 }.joined(separator: " "))
  }

  /// - Parameter path: the object's: `events/7/sessions/…/photo_0.jpg`.
  func file(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? "file"
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    return PortableName.of("\(session) \(Self.words(name[..<dot]))\(name[dot...])")
  }

  /// `photo_0` is the first; a booth counts from zero.
  private static func words(_ stem: Substring) -> String {
    let kinds = ["photo": "photo", "video": "clip", "strip_photo": "photo strip", "strip_video": "film strip"]
    if let kind = kinds[String(stem)] { return kind }
    let parts = stem.split(separator: "_")
    guard parts.count == 2, let kind = kinds[String(parts[0])], let number = Int(parts[1]), number >= 0, number < 1000
    else { return String(stem.replacing("_", with: " ")) }
    return "\(kind) \(number + 1)"
  }
}

extension Gallery {
  /// What an event is called in files' names.
  func nameForFiles(_ event: EventID?) -> String {
    event.map { configuration.events[$0]?.name ?? "Event \($0)" } ?? "Photo booth"
  }

  func moment(_ manifest: SessionManifest?) -> CivilMoment? {
    manifest?.createdAt.flatMap(PageDate.parse).map { CivilMoment($0, secondsFromUTC: secondsFromUTC($0)) }
  }

  /// What a download of an object is called; an object that is in no session has its own name.
  func downloadName(_ key: ObjectKey) async throws -> String {
    let own = PortableName.of(String(key.text.split(separator: "/").last ?? "file"))
    guard let session = SessionName(of: key.text) else { return own }
    var manifest: SessionManifest?
    // A damaged manifest does not hide a picture.
    do { manifest = try await self.manifest(session) } catch is ObjectStoreError {}
    let event = manifest?.eventID ?? EventID(key.text.split(separator: "/")[1])
    return PictureName(event: nameForFiles(event), made: moment(manifest)).file(key.text)
  }
}
