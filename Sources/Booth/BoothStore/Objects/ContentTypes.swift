/// The content type that a file's name stands for.
enum ContentTypes {
  /// The type of a name, by its extension; `application/octet-stream` for others.
  static func type(ofName name: some StringProtocol) -> String {
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
  }

  static let unknown = "application/octet-stream"

  /// IANA's media types of what a gallery may hold.
  private static let byExtension = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "webp": "image/webp",
    "avif": "image/avif", "heic": "image/heic", "svg": "image/svg+xml",
    "mp4": "video/mp4", "m4v": "video/x-m4v", "mov": "video/quicktime", "webm": "video/webm",
    "mp3": "audio/mpeg", "m4a": "audio/mp4", "wav": "audio/wav",
    "json": "application/json", "txt": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf", "zip": "application/zip",
  ]
}
