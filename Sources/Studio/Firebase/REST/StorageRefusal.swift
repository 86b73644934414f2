import Documents
import StudioModel

/// What the storage's HTTP answers mean, where they differ from Firestore's.
struct StorageRefusal {
  /// Nil: as with Firestore, it may be asked again.
  var kind: PictureStorageError.Kind?
  var words = ""
  /// The bucket itself is not there.
  var isBucket = false
  var outcome: FirestoreOutcome

  init(_ outcome: FirestoreOutcome) {
    self.outcome = outcome
    switch outcome {
    case .refused(let refusal):
      words = refusal.description
      // "Handle download errors" and "Quotas" of Firebase Storage: 402 is what a bucket without a plan, or over it, answers.
      let speaksOfQuota = refusal.words.lowercased().contains("quota") || refusal.words.lowercased().contains("billing")
      switch refusal.code {
      case 401: kind = .unauthenticated
      case 402, 507: kind = .full
      case 403: kind = speaksOfQuota ? .full : .permissionDenied
      case 404:
        kind = .notFound
        isBucket = refusal.words.lowercased().contains("bucket")
      case 413: kind = .tooLarge
      case 429 where speaksOfQuota && !refusal.words.lowercased().contains("rate"): kind = .full
      case 400, 405, 409, 410, 412: kind = .damaged
      default: break
      }
    case .tooLarge(let text): (kind, words) = (.tooLarge, text)
    case .answered, .notSent, .cut, .cancelled: break
    }
  }
}

/// An error of the storage before the port words it.
struct StorageFault: Error {
  var kind: PictureStorageError.Kind
  var subject: String
  var detail: String
  var isBucket: Bool

  init(kind: PictureStorageError.Kind, subject: String, detail: String, isBucket: Bool) {
    self.kind = kind
    self.subject = subject
    self.detail = detail
    self.isBucket = isBucket
  }

  init(_ error: DocumentStoreError) {
    let kind: PictureStorageError.Kind =
      switch error.kind {
      case .notFound: .notFound
      case .permissionDenied: .permissionDenied
      case .unauthenticated: .unauthenticated
      case .tooLarge: .tooLarge
      case .cancelled: .cancelled
      case .alreadyExists, .preconditionFailed, .missingIndex, .invalid, .damaged: .damaged
      case .exhausted, .unavailable, .inDoubt: .unavailable
      }
    self.init(kind: kind, subject: error.subject, detail: error.detail, isBucket: false)
  }

  var asPromised: PictureStorageError {
    PictureStorageError(kind, subject: subject, detail: isBucket ? "there is no such bucket (\(detail))" : detail)
  }
}
