import Documents
import StudioModel

/// Which Firestore, and how patiently it is asked.
public struct FirestoreSettings: Sendable, Equatable {
  /// Where it answers: `https://firestore.googleapis.com`, or an emulator; without a slash at its end.
  public var base: String
  /// The project's id.
  public var project: String
  /// The database's id.
  public var database: String
  /// How long one request may take, to its answer's last byte.
  public var request = Duration.seconds(20)
  /// How long a call may take, with everything that is tried again.
  public var call = Duration.seconds(60)
  /// How often a request is sent before it counts as failed.
  public var attempts = 6
  /// How long to wait before a watched query is asked again. Each time costs a read for each document found ("Understand Cloud
  /// Firestore billing").
  public var polling = Duration.seconds(60)
  /// The largest answer that is read, in bytes. What is larger is asked for in smaller parts.
  public var answerBytes = 16 << 20

  /// Google's.
  public init(project: String, database: String = "(default)") {
    base = "https://firestore.googleapis.com"
    self.project = project
    self.database = database
  }

  /// An emulator's, at `host:port` as `FIRESTORE_EMULATOR_HOST` gives it.
  public init(emulator: String, project: String, database: String = "(default)") {
    self.init(project: project, database: database)
    base = "http://" + emulator
  }

  /// How values and names are written for it.
  var coding: DocumentJSONCoding { DocumentJSONCoding(root: documents + "/") }

  /// The name of all documents.
  private var documents: String { "projects/\(project)/databases/\(database)/documents" }

  /// Where something is asked of all documents, or of those below one.
  func url(_ verb: String, below parent: ArraySlice<String> = []) -> String {
    let place = "projects/\(project)/databases/\(database)/documents".split(separator: "/").map(String.init) + parent
    return base + "/v1/" + place.map(\.percentEncoded).joined(separator: "/") + ":" + verb
  }
}
