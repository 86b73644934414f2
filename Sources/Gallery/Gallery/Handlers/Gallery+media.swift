import BoothCore
import HTTPTypes
import Hummingbird
import WebSupport

/// Which of a session's files a browser may be led to in a store that sends none of our headers, and as what.
enum MediaNames {
  /// The type by the name's end: what else was uploaded under it is shown as such a medium or not at all. Nil for what is none.
  static func type(of path: String) -> String? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    return types[path[path.index(after: dot)...].lowercased()]
  }

  /// Whether it is a still picture by the name's end.
  static func isPicture(_ path: String) -> Bool { type(of: path)?.hasPrefix("image/") ?? false }

  private static let types = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "webm": "video/webm",
  ]
}

extension Gallery {
  /// So long a browser may go to the same address without asking; the address holds for longer.
  private static let mostSeconds = 600

  /// `GET /api/media?path=`: a picture or clip for our own pages. Leads straight to the store where that has addresses of its own, without
  /// a question to it; else gives the bytes, as `asset` does.
  func media(_ call: WebCall) async throws -> WebAnswer {
    guard let path = call.query["path"] else { return .text(.badRequest, "Missing path") }
    guard AssetPath(path) == .public, SessionName(of: path) != nil, let key = ObjectKey(path),
      let type = MediaNames.type(of: path), let address = store.readingAddress(of: key, as: type)
    else { return try await asset(call) }
    if try await isOver(path, call) { return Self.endedMedia }
    // All our answers forbid a Referer, so the link does not leak by it; and no cache may keep it.
    return WebAnswer(
      .found,
      [
        .location: address.url,
        .cacheControl: "private, max-age=\(min(Self.mostSeconds, max(address.seconds - 60, 0)))",
      ])
  }
}
