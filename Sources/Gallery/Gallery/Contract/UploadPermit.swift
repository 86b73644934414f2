import BoothCore
import WebSupport

/// A signed permission to store one object, as the query of an upload URL.
///
/// FotoX signs `{path}:{expires}`. Ours also binds the type and the size of what was announced; a permit of FotoX's
/// own form, made by a Worker with the same secret, is honoured as well, since both may serve one bucket by turns.
struct UploadPermit: Sendable, Equatable {
  var path: String
  /// Unix time in seconds.
  var expires: Int64
  /// What the body must be, where it was announced.
  var contentType: String?
  var sizeBytes: Int64?

  /// A line break divides the fields: no key or content type has one, so no two permits have one message, nor has any
  /// of them one of FotoX's.
  private var message: String {
    if contentType == nil && sizeBytes == nil { return "\(path):\(expires)" }
    return "upload\n\(path)\n\(expires)\n\(contentType ?? "")\n\(sizeBytes.map(String.init) ?? "")"
  }

  func query(signedWith secret: String) -> String {
    var query = "path=\(PercentEncoding.component(path))&expires=\(expires)"
    if let contentType { query += "&type=\(PercentEncoding.component(contentType))" }
    if let sizeBytes { query += "&size=\(sizeBytes)" }
    return query + "&sig=" + Secrets.sign(message, with: secret)
  }

  /// Reads a query; nil where something is missing or the time is no number.
  static func read(_ query: Query) -> (permit: UploadPermit, signature: String)? {
    guard let path = query["path"], let expires = query["expires"].flatMap({ Int64($0) }), expires != 0,
      let signature = query["sig"]
    else { return nil }
    var permit = UploadPermit(path: path, expires: expires, contentType: query["type"])
    if let size = query["size"] {
      guard let size = Int64(size) else { return nil }
      permit.sizeBytes = size
    }
    return (permit, signature)
  }

  func isSigned(by signature: String, with secret: String) -> Bool {
    Secrets.equal(Secrets.sign(message, with: secret), signature)
  }

  /// Why a body of this type and length is not the announced one; nil if it is.
  ///
  /// Types are compared without their parameters (`; charset=utf-8`), which some clients add.
  func objection(contentType sent: String?, length: Int64?) -> String? {
    if let contentType, let sent, Self.essence(sent) != Self.essence(contentType) {
      return "Content-Type is \(sent), but the upload was announced as \(contentType)"
    }
    if let sizeBytes, let length, length != sizeBytes {
      return "Content-Length is \(length), but the upload was announced as \(sizeBytes) bytes"
    }
    return nil
  }

  private static func essence(_ type: String) -> String {
    type.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
  }
}
