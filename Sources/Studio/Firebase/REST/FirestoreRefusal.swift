import Documents
import StudioModel

/// What Google says when it says no: the HTTP status, and in JSON the status of `google.rpc` with words.
struct FirestoreRefusal: Sendable, Equatable {
  /// Of HTTP.
  var code: Int
  /// `PERMISSION_DENIED` and its like; empty where the answer is none of Google's.
  var status: String
  /// In one line; for errors and logs.
  var words: String
  /// What the answer asks for.
  var retryAfter: Duration?

  /// Reads `{"error": {…}}`, also as the first element of an array, which streamed calls answer.
  init(code: Int, body: [UInt8], retryAfter: Duration? = nil) {
    self.code = code
    self.retryAfter = retryAfter
    (status, words) = ("", "")
    do throws(DocumentJSONFault) {
      let json = try DocumentJSON(bytes: body)
      let error = (json.elements?.first ?? json)["error"]
      status = error?["status"]?.text ?? ""
      // Identity Toolkit and the token's service have words alone.
      words = Self.clean(error?["message"]?.text ?? error?.text ?? "")
    } catch {
      // A proxy's page, or nothing: the status of HTTP says all there is.
    }
  }

  private static func clean(_ text: String) -> String {
    String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(600).map(Character.init))
  }

  /// In one line, for an error's reader.
  var description: String {
    let name = status.isEmpty ? "" : " \(status)"
    return "the service answered \(code)\(name)\(words.isEmpty ? "" : ": \(words)")"
  }

  /// The link by which Google makes a missing index.
  var indexLink: String? {
    guard let start = words.firstRange(of: "https://")?.lowerBound else { return nil }
    return String(words[start...].prefix { !$0.isWhitespace })
  }

  /// What it means to the caller.
  /// - Parameter isQuery: whether documents were looked for, which alone needs an index.
  func kind(isQuery: Bool) -> DocumentStoreError.Kind {
    switch status {
    case "NOT_FOUND": return .notFound
    case "ALREADY_EXISTS": return .alreadyExists
    case "FAILED_PRECONDITION":
      if isQuery, words.contains("index") { return .missingIndex(link: indexLink) }
      return isQuery ? .invalid : .preconditionFailed
    case "PERMISSION_DENIED": return .permissionDenied
    case "UNAUTHENTICATED": return .unauthenticated
    case "RESOURCE_EXHAUSTED": return .exhausted
    case "INVALID_ARGUMENT", "OUT_OF_RANGE", "UNIMPLEMENTED":
      let speaksOfSize =
        words.contains("exceeds the maximum") || words.contains("too large") || words.contains("too big")
      return speaksOfSize ? .tooLarge : .invalid
    case "ABORTED", "UNAVAILABLE", "INTERNAL", "DEADLINE_EXCEEDED", "UNKNOWN", "CANCELLED", "DATA_LOSS":
      return .unavailable
    default: break
    }
    switch code {
    case 401: return .unauthenticated
    case 403: return .permissionDenied
    case 413: return .tooLarge
    case 429: return .exhausted
    // What is no answer of Google's is a proxy's, or a network's that wants a person to sign in.
    default: return .unavailable
    }
  }

  /// Whether nothing was done, for certain: Google's own word, or a refusal that comes before the work.
  var isUndone: Bool {
    switch status {
    // Google's libraries send a commit again after these (google.golang.org/genproto, firestore_grpc_service_config.json).
    case "UNAVAILABLE", "RESOURCE_EXHAUSTED", "ABORTED", "UNAUTHENTICATED", "PERMISSION_DENIED": true
    default: (400..<500).contains(code)
    }
  }
}
