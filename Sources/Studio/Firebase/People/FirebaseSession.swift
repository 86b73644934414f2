import Documents
import StudioModel
import StudioStore
import Synchronization

/// What one person of an organisation has open here: their documents and pictures there, with their own rights.
final class FirebaseSession: Sendable {
  let user: UserID
  let organisation: FirebaseOrganisation
  let tokens: PersonTokens
  let documents: OfflineDocumentStore
  /// Without copy and outbox, for what must be true now.
  let firestore: FirestoreDocumentStore
  let storage: FirebaseStorage
  let pictured: PicturedDocumentStore
  private let outbox: SQLiteDocumentOutbox

  init(
    _ user: UserID, of organisation: FirebaseOrganisation, tokens: PersonTokens, bell: DocumentBell,
    files: FirebaseSessionFiles, sources: PictureSources, log: @escaping @Sendable (String) -> Void
  ) throws(DocumentStoreError) {
    self.user = user
    self.organisation = organisation
    self.tokens = tokens
    firestore = FirestoreDocumentStore(organisation.firestore, tokens: tokens, bell: bell)
    storage = FirebaseStorage(organisation.storage, tokens: tokens)
    pictured = PicturedDocumentStore(firestore, storage, sources, user: user)
    outbox = try SQLiteDocumentOutbox(path: files.outbox, care: DatabaseCare(told: log))
    documents = OfflineDocumentStore(
      of: pictured, copy: try SQLiteDocumentStore(path: files.copy, care: DatabaseCare(isCopy: true, told: log)),
      outbox: outbox)
  }

  /// Their documents for one of their requests, whose page says where the organisation does not answer itself.
  func documents(for person: ActingPerson) -> NotingDocumentStore { NotingDocumentStore(documents, person) }

  /// What is wrong with what waits to be sent; nil where nothing was found.
  var damage: String? { outbox.damage }

  /// A report's picture from the bucket, as it was put there for the apps: whole, by its size and checksum where the organisation's rules
  /// let this person see them. Nil where this person has read of none, and has put none there.
  /// - Parameter hash: of what was sent, which is not the picture's own.
  func reportPicture(_ hash: String) async throws(PictureStorageError) -> [UInt8]? {
    var address = pictured.address(hash)
    if address == nil { address = try await looked(PictureNames.report(hash, of: user))?.address }
    guard let address, let object = storage.name(of: address) else { return nil }
    let bytes = try await storage.download(address)
    if let facts = try await looked(object), !facts.holds(bytes) {
      throw PictureStorageError(.damaged, subject: object, detail: "what came is not what the storage keeps")
    }
    return bytes
  }

  /// What the storage says of an object; nil also where it does not say that to this person.
  private func looked(_ object: String) async throws(PictureStorageError) -> StoredPicture? {
    do { return try await storage.look(at: object) } catch {
      guard error.kind == .permissionDenied else { throw error }
      return nil
    }
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
struct FirebaseSessionFiles: Sendable {
  let folder: String
  var copy: String { folder + "/" + SQLiteDocumentStore.name }
  var outbox: String { folder + "/" + SQLiteDocumentOutbox.name }
}
