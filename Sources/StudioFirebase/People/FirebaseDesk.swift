import FirestoreREST
import StudioRules
import StudioStore
import Synchronization

/// What one person of an organisation has open here: their documents and pictures there, with their own rights.
final class FirebaseDesk: Sendable {
  let user: UserID
  let organisation: FirebaseOrganisation
  let tokens: PersonTokens
  let documents: PatientDocumentStore
  /// Without copy and outbox, for what must be true now.
  let firestore: FirestoreDocumentStore
  let storage: FirebaseStorage
  let pictured: PicturedDocumentStore

  init(
    _ user: UserID, of organisation: FirebaseOrganisation, tokens: PersonTokens, bell: DocumentBell,
    files: DeskFiles, sources: PictureSources
  ) throws(DocumentStoreError) {
    self.user = user
    self.organisation = organisation
    self.tokens = tokens
    firestore = FirestoreDocumentStore(organisation.firestore, tokens: tokens, bell: bell)
    storage = FirebaseStorage(organisation.storage, tokens: tokens)
    pictured = PicturedDocumentStore(firestore, storage, sources, user: user)
    documents = PatientDocumentStore(
      of: pictured, copy: try SQLiteDocumentStore(path: files.copy),
      outbox: try SQLiteDocumentOutbox(path: files.outbox))
  }

  /// Sends nothing any more, and lets the connections go.
  func close() async {
    await documents.close()
    do {
      try await firestore.shutdown()
      try await storage.shutdown()
    } catch {
      // Closed already.
    }
  }
}

/// Where one person's copy and outbox are: `elsewhere/PROJECT/HASH` in the studio's folder.
struct DeskFiles: Sendable {
  let folder: String
  var copy: String { folder + "/" + SQLiteDocumentStore.name }
  var outbox: String { folder + "/" + SQLiteDocumentOutbox.name }
}
