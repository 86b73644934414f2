import Documents
import StudioModel
import Synchronization

/// An organisation's documents whose pictures lie in its bucket: there they hold the addresses by which the organisation's apps load them,
/// here those of our own pages.
///
/// Before a document goes that names a picture, the picture goes: what an app reads never names one that is not there. So this
/// stands below the outbox: what was entered without a network goes in the same order when there is one.
final class PicturedDocumentStore: DocumentStore {
  private let store: any DocumentStore
  private let storage: FirebaseStorage
  private let sources: PictureSources
  private let user: UserID
  /// What stands here for addresses that were read; the oldest go first.
  private let known = Mutex<(addresses: [String: String], order: [String])>(([:], []))
  private let home = Mutex<OrganisationID?>(nil)
  private static let mostKnown = 20_000

  init(_ store: any DocumentStore, _ storage: FirebaseStorage, _ sources: PictureSources, user: UserID) {
    self.store = store
    self.storage = storage
    self.sources = sources
    self.user = user
  }

  /// To whom the person belongs.
  var organisation: OrganisationID {
    get { home.withLock { $0 } ?? OrganisationID("") }
    set { home.withLock { $0 = newValue } }
  }

  /// The address for which something stands here; nil for what was not read yet.
  func address(_ alias: String) -> String? { known.withLock { $0.addresses[alias] } }

  private func know(_ address: String, as alias: String) {
    known.withLock { known in
      if known.addresses.updateValue(address, forKey: alias) == nil { known.order.append(alias) }
      if known.order.count > Self.mostKnown { known.addresses[known.order.removeFirst()] = nil }
    }
  }

  // MARK: The port

  func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    try await store.documents(at: paths).map { $0.map(arriving) }
  }

  func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    var page = try await store.page(query)
    page.documents = page.documents.map(arriving)
    return page
  }

  func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    var leaving: [DocumentWrite] = []
    var gone: [DocumentPath] = []
    for write in writes {
      leaving.append(try await self.leaving(write))
      if write.action == .delete, write.path.collection.description == "photoCritiques" { gone.append(write.path) }
    }
    // Whose pictures they are is known as long as the document is there.
    let objects = gone.isEmpty ? [] : try await store.documents(at: gone).compactMap(\.self).flatMap(objects)
    let commit = try await store.commitBatch(leaving)
    for object in Set(objects) {
      do throws(PictureStorageError) { try await storage.remove(object) } catch {
        // As with the apps: what cannot be removed stays, and nothing names it.
      }
    }
    return commit
  }

  func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> {
    let changes = store.watch(query)
    let (stream, continuation) = AsyncStream<DocumentChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task { [self] in
      for await change in changes {
        var here = change
        here.documents = change.documents.map(arriving)
        here.changed = change.changed.map(arriving)
        continuation.yield(here)
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  // MARK: Arriving

  private func arriving(_ document: StoredDocument) -> StoredDocument {
    let collection = document.path.collection.description
    guard let names = PictureNames.fields[collection] else { return document }
    var document = document
    for name in names {
      guard let value = document.fields[name] else { continue }
      document.fields[name] = value.mappingTexts { here($0, collection, document.path.id) }
    }
    return document
  }

  /// What stands here for an address there.
  private func here(_ address: String, _ collection: String, _ id: String) -> String {
    guard let object = storage.name(of: address) else { return address }
    if collection == "dailyJobReports" {
      guard let hash = PictureNames.reportHash(object) else { return address }
      know(address, as: hash)
      return sources.origin + PictureNames.reportPath + hash
    }
    let own = PictureNames.name(object, of: id, in: organisation)
    let name = own ?? PictureNames.alias(address)
    know(address, as: "\(id)/\(name)")
    return sources.origin + PictureNames.trainingPath + "\(id)/\(name)"
  }

  private func objects(_ document: StoredDocument) -> [String] {
    var found: [String] = []
    for name in PictureNames.fields[document.path.collection.description] ?? [] {
      _ = document.fields[name]?.mappingTexts { text in
        if let object = storage.name(of: text), object.hasPrefix("organizations/\(organisation)/") {
          found.append(object)
        }
        return text
      }
    }
    return found
  }

  // MARK: Leaving

  private func leaving(_ write: DocumentWrite) async throws(DocumentStoreError) -> DocumentWrite {
    let collection = write.path.collection.description
    guard let names = PictureNames.fields[collection] else { return write }
    var fields: DocumentFields
    switch write.action {
    case .delete: return write
    case .set(let all): fields = all
    case .merge(let some, naming: _): fields = some
    }
    var there: [String: String] = [:]
    for name in names {
      for text in fields[name]?.texts ?? [] where there[text] == nil {
        there[text] = try await address(of: text, collection, write.path.id)
      }
      if let value = fields[name] { fields[name] = value.mappingTexts { there[$0] ?? $0 } }
    }
    let action: DocumentWrite.Action =
      if case .merge(_, naming: let named) = write.action { .merge(fields, naming: named) } else { .set(fields) }
    return DocumentWrite(write.path, action, if: write.precondition, serverTimes: write.serverTimes)
  }

  /// Puts the picture into the bucket where it is not there yet.
  /// - Returns: nil for what is no address of ours.
  private func address(
    of text: String, _ collection: String, _ id: String
  ) async throws(DocumentStoreError) -> String? {
    let isReport = collection == "dailyJobReports"
    let start = isReport ? PictureNames.reportPath : PictureNames.trainingPath
    guard let place = text.firstRange(of: start),
      text[..<place.lowerBound] == sources.origin || place.lowerBound == text.startIndex
    else { return nil }
    let rest = String(text[place.upperBound...])
    // One picture may have been sent by several people, each to a place of their own.
    if let known = address(rest), !isReport || storage.name(of: known) == PictureNames.report(rest, of: user) {
      return known
    }
    let (object, bytes): (String, [UInt8]?)
    if isReport {
      (object, bytes) = (PictureNames.report(rest, of: user), await sources.report(rest, organisation))
    } else {
      let name = String(rest.split(separator: "/").last ?? "")
      object = PictureNames.object(name, of: id, in: organisation)
      do { bytes = try await sources.critique(name, PictureAlbum(organisation: organisation.text, name: id)) } catch {
        throw DocumentStoreError(.unavailable, subject: text, detail: "the picture cannot be read: \(error)")
      }
    }
    guard let bytes else {
      // What was sent to another machine stays where that has put it. A file that is no picture has no place in an app's list of
      // pictures, and keeps its own address.
      if isReport { return address(rest) }
      throw DocumentStoreError(.invalid, subject: text, detail: "the picture is not here any more")
    }
    let stored: StoredPicture
    do {
      if let found = try await storage.look(at: object), found.holds(bytes) {
        stored = found
      } else {
        stored = try await storage.upload(bytes, as: object)
      }
    } catch { throw error.asDocuments }
    know(stored.address, as: rest)
    return stored.address
  }
}

extension PictureStorageError {
  /// As a writer of documents can act on it.
  var asDocuments: DocumentStoreError {
    let kind: DocumentStoreError.Kind =
      switch self.kind {
      case .notFound: .notFound
      case .permissionDenied: .permissionDenied
      case .unauthenticated: .unauthenticated
      // There may be room later.
      case .full: .exhausted
      case .tooLarge: .tooLarge
      case .damaged, .unavailable: .unavailable
      case .cancelled: .cancelled
      }
    return DocumentStoreError(kind, subject: subject, detail: detail)
  }
}

extension DocumentValue {
  /// The text itself, or the texts of a list.
  var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let values): values.compactMap(\.text)
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .reference, .geoPoint, .map: []
    }
  }

  /// With other texts in their places.
  func mappingTexts(_ body: (String) -> String) -> DocumentValue {
    switch self {
    case .string(let text): .string(body(text))
    case .array(let values): .array(values.map { value in value.text.map { .string(body($0)) } ?? value })
    case .null, .boolean, .integer, .double, .timestamp, .bytes, .reference, .geoPoint, .map: self
    }
  }
}
