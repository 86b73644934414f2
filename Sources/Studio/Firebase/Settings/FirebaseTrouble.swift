package import Documents
import StudioModel

/// What an organisation's Firebase refuses, in one sentence that says what to do: for logs, and for the studio's
/// operator.
package enum FirebaseTrouble {
  /// How far clocks may differ before it is said, in seconds.
  package static let clockSlack: Int64 = 300

  /// One sentence.
  package static func words(_ error: DocumentStoreError, _ organisation: FirebaseOrganisation) -> String {
    let (name, project) = (organisation.name, organisation.project)
    let detail = error.detail
    if detail.contains("API key not valid") || detail.contains("API_KEY_INVALID") {
      return
        "\(name): the key is not one of the project \(project): copy it from the project's console, Project settings"
    }
    if detail.contains("CONFIGURATION_NOT_FOUND") || detail.contains("OPERATION_NOT_ALLOWED")
      || detail.contains("PASSWORD_LOGIN_DISABLED")
    {
      return
        "\(name): nobody can sign in with e-mail and password at \(project): an administrator turns that on in its console, under Authentication"
    }
    switch error.kind {
    case .notFound:
      return
        "\(name): there is no Firestore in a project \(project): its id stands in the console's address; the database must have been made (\(detail))"
    case .permissionDenied:
      return "\(name): the organisation's rules forbid it (\(error.subject): \(detail)); its administrator changes them"
    case .unauthenticated:
      return "\(name): nobody is signed in, or the token is somebody else's or too old: sign in again"
    case .missingIndex(let link):
      return
        "\(name): Firestore wants an index for \(error.subject): an administrator of the project opens \(link ?? "its console") once, and waits until it is built"
    case .tooLarge:
      return "\(name): a document may have 1 MiB, and \(error.subject) has more: keep less in one, nothing was written"
    case .exhausted:
      return
        "\(name): a quota is used up, or the bucket is full (\(detail)): its owner makes room or raises it; what waits is sent then"
    case .unavailable, .inDoubt: return "\(name): it does not answer (\(detail)); it is tried again by itself"
    case .invalid, .alreadyExists, .preconditionFailed, .damaged, .cancelled: return "\(name): \(error)"
    }
  }

  /// Nil where the clocks agree.
  /// - Parameters:
  ///   - here: this machine's clock, in seconds since 1970.
  ///   - there: the service's.
  package static func clock(here: Int64, there: Int64) -> String? {
    let ahead = here - there
    guard ahead.magnitude > UInt64(clockSlack) else { return nil }
    let minutes = (ahead.magnitude + 30) / 60
    let far = minutes < 120 ? "\(minutes) minutes" : "\((minutes + 30) / 60) hours"
    return
      "this machine's clock is \(far) \(ahead > 0 ? "ahead of" : "behind") the service's: set it (timedatectl set-ntp true)"
  }
}
