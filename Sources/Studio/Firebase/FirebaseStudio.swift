import BoothSystem
package import Documents
package import StudioModel
package import StudioServer
package import StudioStore

/// What a studio has instead of its own store and stores where organisations have their Firebase here; where none has, they are its own.
package struct FirebaseStudio: Sendable {
  /// Who signs in.
  package let accounts: any AccountStore
  /// What features ask for documents.
  package let documents: PerRequester<any DocumentStore>
  /// What features ask for pictures.
  package let pictures: PerRequester<any StudioPictures>
  /// The page of what is not sent yet.
  package let features: [any StudioFeature]
  private let house: FirebaseHouse?
  private let own: SQLiteAccountStore

  /// - Parameters:
  ///   - folder: the studio's.
  ///   - origin: what addresses in documents begin with, where people reach the studio; nil for none.
  ///   - again: after how long an account is asked about again.
  ///   - report: a report's picture as a JPEG, by the hash of what was sent; nil for none.
  ///   - log: told of what goes wrong, without names.
  /// - Throws: `CommandError` in words, for settings that are none.
  package init(
    folder: String, accounts: SQLiteAccountStore, documents: SQLiteDocumentStore, pictures: PictureFolder,
    origin: String?, again: Duration = FirebaseHouse.again,
    report: @escaping @Sendable (String, OrganisationID) async throws -> [UInt8]?,
    log: @escaping @Sendable (String) -> Void
  ) throws {
    own = accounts
    let organisations = try OrganisationsFile(folder: folder).read()
    guard !organisations.isEmpty else {
      (self.accounts, features, house) = (accounts, [], nil)
      (self.documents, self.pictures) = (PerRequester(same: documents), PerRequester(same: pictures))
      return
    }
    let sources = PictureSources(origin: origin ?? "") { (name, album) async throws(StudioPictureError) in
      try await pictures.jpeg(name, in: album)
    } report: { hash, organisation in
      do { return try await report(hash, organisation) } catch {
        log("a report's picture cannot be read: \(error)")
        return nil
      }
    }
    let seal: SecretSeal
    do throws(AccountError) { seal = try SecretSeal(path: folder + "/" + SecretSeal.name) } catch {
      if case .unavailable(let words) = error { throw CommandError("\(words)") }
      throw error
    }
    let house = FirebaseHouse(
      folder: folder, organisations: organisations, accounts: accounts,
      seal: seal, sources: sources, again: again,
      log: log)
    self.house = house
    self.accounts = FirebaseAccounts(house)
    self.documents = PerRequester { OrganisedDocumentStore(local: documents, house: house, requester: $0) }
    self.pictures = PerRequester { OrganisedPictures(folder: pictures, house: house, requester: $0) }
    features = [WaitingFeature(house)]
  }

  /// A report's picture from the bucket of an organisation elsewhere, for who asks.
  /// - Parameters:
  ///   - hash: of what was sent; what comes is the picture that was made of it for the organisation's apps.
  ///   - requester: must be of this organisation.
  /// - Returns: whole; nil where there is none for them.
  /// - Throws: ``StudioPictureError/unavailable(_:)`` where the bucket does not answer.
  package func reportPicture(
    _ hash: String, in organisation: OrganisationID, for requester: Requester
  ) async throws(StudioPictureError) -> [UInt8]? {
    guard let house, !house.isOwn(organisation), case .person(let acting) = requester,
      acting.principal.organisation == organisation, let session = house.session(of: acting.principal.user)
    else { return nil }
    do { return try await session.reportPicture(hash) } catch {
      switch error.kind {
      case .notFound, .permissionDenied, .damaged, .tooLarge: return nil
      case .unauthenticated, .full, .unavailable, .cancelled: throw .unavailable("\(error)")
      }
    }
  }

  /// Sends what waited when the studio ended. People of organisations that were removed are signed out.
  package func begin() async {
    if let house { return await house.resume() }
    do throws(AccountError) {
      for place in try await own.elsewherePlaces() { try await own.end(place: place.place, of: place.user) }
    } catch {
      // They see nothing: what was theirs is not here.
    }
  }

  /// Lets go what people have open; what waits is sent after the next start.
  package func end() async { await house?.close() }
}
