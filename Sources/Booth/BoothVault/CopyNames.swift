import BoothCore

/// What a session's files are called where they are copied to: among others', and in the order of time, as guests' own
/// downloads are: `Anna & Jonas 2025-02-01 19.20.15 photo 1.jpg`.
struct CopyNames {
  private let session: String
  /// What is there already, and what the sheet beside it says that its files are.
  private let there: Set<String>
  private let known: [String: String]

  /// - Parameters:
  ///   - title: the event's name for people.
  ///   - sheet: the copy's own, of an earlier run.
  init(_ record: SessionRecord, title: String, there: Set<String>, sheet: SessionSheet?) {
    session = "\(title) \(record.openedAt.day) \(record.openedAt.timeOfDay)"
    self.there = there
    known = Dictionary(
      (sheet?.files ?? []).compactMap { file in file.copiedAs.map { (file.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// A name that every file system takes. A copy that an earlier run has begun is gone on with, under the names it has.
  func file(_ asset: Asset) -> String {
    let own = PortableName.of(String(asset.path.split(separator: "/").last ?? ""))
    if let known = known[own], !known.contains("/"), PortableName.of(known) == known { return known }
    if there.contains(own) { return own }
    guard let name = AssetName(own) else { return own }
    // The session's part is cut where it is too long, never the number.
    let end = " " + Self.words(name) + "." + name.kind.fileExtension
    return PortableName.of(String(PortableName.of(session).prefix(150))) + end
  }

  /// A booth counts from zero, and people from one.
  private static func words(_ name: AssetName) -> String {
    let kind =
      switch name.kind {
      case .photo: "photo \(name.strip + 1)"
      case .video: "clip \(name.strip + 1)"
      case .stripPhoto: "photo strip"
      case .stripVideo: "film strip"
      case .boomerang, .boomerangGIF: "boomerang"
      }
    return name.attempt == 1 ? kind : "\(kind) try \(name.attempt)"
  }
}
