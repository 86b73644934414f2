import BoothCore
import BoothTesting
import Documents
import StudioModel
import StudioTesting
import Synchronization
import Testing

@testable import StudioStore

/// A store elsewhere that may be away.
@Suite struct OfflineDocumentTests {
  private final class Lab: Sendable {
    let folder: TemporaryFolder
    let store = FlakyDocumentStore()
    let collection: DocumentCollection
    let moment = Mutex(Instant(nanoseconds: 0))

    init() throws {
      folder = try TemporaryFolder()
      collection = try DocumentCollection("c")
    }

    /// Sends nothing by itself: a test says when.
    func open() throws -> OfflineDocumentStore {
      OfflineDocumentStore(
        of: store, copy: try SQLiteDocumentStore(path: folder.path(SQLiteDocumentStore.name)),
        outbox: try SQLiteDocumentOutbox(path: folder.path(SQLiteDocumentOutbox.name)),
        timing: OfflineDocumentStore.Timing { [self] in
          moment.withLock { $0 }
        } wait: { _ in
          await DocumentBell().wait(beyond: 0)
        } random: {
          1
        })
    }

    func path(_ id: String) throws -> DocumentPath { try DocumentPath(collection, id) }
    func there(_ id: String) async throws -> DocumentFields? { try await store.store.document(at: path(id))?.fields }
    func go(_ kind: DocumentStoreError.Kind?) { store.absence.withLock { $0 = kind } }
    func fail(_ faults: [FlakyDocumentStore.Fault]) { store.faults.withLock { $0 = faults } }
    func later() { moment.withLock { $0 = $0 + .seconds(60) } }
    func kind(_ body: () async throws -> Void) async -> DocumentStoreError.Kind? {
      do {
        try await body()
        return nil
      } catch { return (error as? DocumentStoreError)?.kind }
    }
  }

  @Test(arguments: DocumentConformance.checks)
  func `a patient store keeps the port's promise`(_ check: DocumentConformance) async throws {
    let lab = try Lab()
    let store = try lab.open()
    try await check.run(DocumentTrial(store, lab.collection) { [store = lab.store.store] in store })
    await store.close()
  }

  @Test func `what is written while nobody answers is seen at once, and sent once`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await store.commit([.set(try lab.path("a"), ["n": 1])])
    lab.go(.unavailable)
    _ = try await store.commit([.set(try lab.path("b"), ["n": 2], if: .doesNotExist)])
    _ = try await store.commit([.delete(try lab.path("a"))])
    #expect(try await store.document(at: lab.path("b"))?.fields == ["n": 2])
    #expect(try await store.page(DocumentQuery(lab.collection)).documents.map(\.path.id) == ["b"])
    #expect(try await store.absence() == StoreAbsence(isAway: true, waiting: 2))
    #expect(try await lab.there("b") == nil)
    lab.go(nil)
    lab.later()
    #expect(try await store.page(DocumentQuery(lab.collection)).documents.map(\.path.id) == ["b"])
    #expect(try await lab.there("b") == ["n": 2])
    #expect(try await lab.there("a") == nil)
    #expect(try await store.absence() == StoreAbsence())
    #expect(lab.store.commits.withLock { $0 } == 3, "each was sent once")
    await store.close()
  }

  @Test func `what was entered survives a kill, and a second change of the same goes upon the first`() async throws {
    let lab = try Lab()
    var store = try lab.open()
    _ = try await store.commit([.set(try lab.path("a"), ["n": 1])])
    lab.go(.unavailable)
    for number in [2, 3] {
      let version = try #require(try await store.document(at: lab.path("a"))?.updateTime)
      _ = try await store.commit([
        .update(try lab.path("a"), ["n": .integer(Int64(number))], if: .updateTime(version))
      ])
    }
    // No goodbye: as after a kill.
    store = try lab.open()
    lab.go(nil)
    lab.later()
    #expect(try await store.document(at: lab.path("a"))?.fields == ["n": 3])
    #expect(try await lab.there("a") == ["n": 3])
    await store.close()
  }

  @Test func `what was refused is a person's to decide about, and so is what goes upon it`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await store.commit([.set(try lab.path("a"), ["n": 1])])
    lab.go(.unavailable)
    for number in [2, 3] {
      let version = try #require(try await store.document(at: lab.path("a"))?.updateTime)
      _ = try await store.commit([
        .update(try lab.path("a"), ["n": .integer(Int64(number))], if: .updateTime(version))
      ])
    }
    _ = try await store.commit([.set(try lab.path("b"), ["n": 9])])
    // Another writer was quicker.
    _ = try await lab.store.store.commit([.set(try lab.path("a"), ["n": 100])])
    lab.go(nil)
    lab.later()
    #expect(try await store.document(at: lab.path("a"))?.fields == ["n": 100])
    #expect(try await lab.there("b") == ["n": 9], "what has nothing to do with it goes on")
    #expect(try await store.absence() == StoreAbsence(refused: 2))
    let refused = try await store.outgoing()
    #expect(refused.count == 2 && refused.allSatisfy { $0.refusal?.isEmpty == false })
    for one in refused { try await store.discard(key: one.key) }
    #expect(try await store.absence() == StoreAbsence())
    await store.close()
  }

  @Test func `a write of which nobody knows is looked at before it is sent again`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    lab.fail([.after(.inDoubt)])
    _ = try await store.commit([.set(try lab.path("a"), ["n": 1], if: .doesNotExist, serverTimes: ["at"])])
    lab.later()
    #expect(try await store.document(at: lab.path("a"))?.fields["n"] == 1)
    #expect(try await store.absence() == StoreAbsence())
    #expect(lab.store.commits.withLock { $0 } == 1)
    lab.fail([.before(.inDoubt)])
    _ = try await store.commit([.set(try lab.path("b"), ["n": 2], if: .doesNotExist)])
    lab.later()
    #expect(try await store.document(at: lab.path("b"))?.fields["n"] == 2)
    #expect(try await lab.there("b") == ["n": 2])
    await store.close()
  }

  @Test func `who may not any more reads no copy and hides nothing`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await store.commit([.set(try lab.path("a"), ["n": 1])])
    lab.go(.unauthenticated)
    #expect(await lab.kind { _ = try await store.document(at: lab.path("a")) } == .unauthenticated)
    lab.go(.unavailable)
    _ = try await store.commit([.set(try lab.path("b"), ["n": 2])])
    lab.go(.unauthenticated)
    lab.later()
    #expect(await lab.kind { _ = try await store.document(at: lab.path("b")) } == .unauthenticated)
    lab.go(.permissionDenied)
    #expect(await lab.kind { _ = try await store.commit([.delete(lab.path("zz"))]) } != nil)
    await store.close()
  }

  @Test func `a store that does not answer is not asked by every page`() async throws {
    let lab = try Lab()
    let store = try lab.open()
    _ = try await store.commit([.set(try lab.path("a"), ["n": 1])])
    lab.go(.unavailable)
    _ = try await store.document(at: lab.path("a"))
    lab.go(nil)
    // It would answer; it is not asked before its time. One nanosecond is what chance has given here.
    lab.moment.withLock { $0 = Instant(nanoseconds: 0) }
    _ = try await store.document(at: lab.path("a"))
    #expect(try await store.absence().isAway)
    lab.later()
    _ = try await store.document(at: lab.path("a"))
    #expect(try await !store.absence().isAway)
    await store.close()
  }

  // MARK: People

  @Test func `who is kept elsewhere has a place here, and lets nobody else in`() async throws {
    let folder = try TemporaryFolder()
    let accounts = try SQLiteAccountStore(path: folder.path("studio.sqlite"), clock: 1000)
    let far = Person(
      id: UserID("u1"), organisation: OrganisationID("org"), name: "mia@example.org", displayName: "Mia",
      standing: Standing(.admin), createdAt: 0)
    let origin = SignInOrigin(address: "a", agent: "x")
    let cookie = try await accounts.admit(far, of: "p-1", sealed: [1, 2], as: "p mia", from: origin, at: 500).secret
    let (person, place) = try #require(try await accounts.signedIn(cookie, at: 501))
    #expect(person.id == far.id && person.standing == far.standing)
    #expect(try await accounts.elsewhere(place: place.id)?.sealed == [1, 2])
    // An administrator elsewhere is none here, and the mirrored name does not sign in.
    #expect(try await !accounts.hasAdmin())
    #expect(try await accounts.people(of: accounts.organisation).isEmpty)
    await #expect(throws: AccountError.wrong) {
      _ = try await accounts.signIn(name: "mia@example.org", password: "", address: "a", agent: "x", at: 502)
    }
    // The same person, or organisation, of another project is another person.
    await #expect(throws: AccountError.self) {
      _ = try await accounts.admit(far, of: "p-2", sealed: [], as: "p mia", from: origin, at: 503)
    }
    var changed = far
    changed.standing = Standing(.employee)
    try await accounts.update(changed, of: "p-1", at: place.id, now: 600)
    #expect(try await accounts.signedIn(cookie, at: 601)?.0.standing == changed.standing)
    #expect(try await accounts.elsewhere(place: place.id)?.checkedAt == 600)
    try await accounts.end(place: place.id, of: far.id)
    #expect(try await accounts.signedIn(cookie, at: 602) == nil)
    #expect(try await accounts.elsewherePlaces().isEmpty)
    // The organisation of the studio itself stays the one that it was, whatever the clocks say.
    let own = accounts.organisation
    accounts.close()
    let again = try SQLiteAccountStore(path: folder.path("studio.sqlite"), clock: 0)
    #expect(again.organisation == own)
    again.close()
  }

  @Test func `what is sealed opens for its owner alone, with the key of this folder`() throws {
    let folder = try TemporaryFolder()
    let seal = try SecretSeal(path: folder.path("studio.key"))
    let sealed = try seal.seal("refresh-token", for: "p u1")
    #expect(!String(decoding: sealed, as: UTF8.self).contains("refresh"))
    #expect(try SecretSeal(path: folder.path("studio.key")).open(sealed, for: "p u1") == "refresh-token")
    #expect(seal.open(sealed, for: "p u2") == nil)
    #expect(try SecretSeal(path: folder.path("other.key")).open(sealed, for: "p u1") == nil)
    #expect(seal.open(Array(sealed.dropLast()), for: "p u1") == nil)
  }
}
