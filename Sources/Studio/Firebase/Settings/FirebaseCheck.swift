import Documents
import StudioModel

/// Tries an organisation's Firebase, part by part, and says in words what is wrong with it. Nothing is written there.
package struct FirebaseCheck: Sendable {
  /// One line of it.
  package struct Finding: Encodable, Sendable, Equatable {
    /// By which the organisation is chosen.
    package var organisation: String
    /// `settings`, `project`, `key`, `bucket`, `account`, `clock`, `member`, or a collection.
    package var part: String
    /// Whether it is as it should be.
    package var fine: Bool
    /// What was found, and what to do.
    package var words: String
  }

  private let organisation: FirebaseOrganisation
  private let now: @Sendable () -> Double

  /// - Parameter now: this machine's clock, in seconds since 1970.
  package init(_ organisation: FirebaseOrganisation, now: @escaping @Sendable () -> Double) {
    self.organisation = organisation
    self.now = now
  }

  private func finding(_ part: String, _ fine: Bool, _ words: String) -> Finding {
    Finding(organisation: organisation.id, part: part, fine: fine, words: words)
  }

  private func bad(_ part: String, _ error: DocumentStoreError) -> Finding {
    finding(part, false, FirebaseTrouble.words(error, organisation))
  }

  /// What can be found out without an account, and with one what it may read.
  package func run(email: String? = nil, password: String? = nil) async -> [Finding] {
    if let fault = organisation.fault { return [finding("settings", false, fault)] }
    var found = [await project(), await key(), await bucket()]
    if let email, let password { found += await account(email, password) }
    return found
  }

  /// Who shows no token is refused by rules, and told where there is no project.
  private func project() async -> Finding {
    let store = FirestoreDocumentStore(organisation.firestore, tokens: FixedToken(""))
    do { _ = try await store.document(at: try FirebaseMember.path("nobody")) } catch {
      guard error.kind == .permissionDenied || error.kind == .unauthenticated, !Self.speaksOfProject(error.detail)
      else {
        return bad(
          "project",
          Self.speaksOfProject(error.detail)
            ? DocumentStoreError(.notFound, subject: error.subject, detail: error.detail) : error)
      }
    }
    return finding("project", true, "there is a Firestore in the project \(organisation.project)")
  }

  /// A project that is not there is also refused as one without any right.
  private static func speaksOfProject(_ detail: String) -> Bool {
    let text = detail.lowercased()
    return text.contains("project")
      && (text.contains("not found") || text.contains("does not exist") || text.contains("has not been used"))
  }

  /// A key that is right is told by what it refuses.
  private func key() async -> Finding {
    let identity = IdentityToolkit(organisation.accounts)
    do { _ = try await identity.signIn(email: "nobody@example.invalid", password: "no password of anybody's") } catch {
      guard error.kind == .unauthenticated || error.kind == .exhausted else { return bad("key", error) }
    }
    return finding("key", true, "people can sign in with e-mail and password")
  }

  private func bucket() async -> Finding {
    let storage = FirebaseStorage(organisation.storage, tokens: FixedToken(""))
    do { _ = try await storage.look(at: "organizations/nobody") } catch {
      switch error.kind {
      // The rules speak: it is there.
      case .permissionDenied, .unauthenticated: break
      case .notFound:
        return finding(
          "bucket", false,
          "\(organisation.name): there is no bucket \(organisation.storage.bucket): its name stands in the console under Storage"
        )
      case .full, .tooLarge, .damaged, .unavailable, .cancelled:
        return finding("bucket", false, "\(organisation.name): \(error)")
      }
    }
    return finding("bucket", true, "there is a bucket \(organisation.storage.bucket)")
  }

  private func account(_ email: String, _ password: String) async -> [Finding] {
    let identity = IdentityToolkit(organisation.accounts)
    let user: String
    var found: [Finding] = []
    do {
      user = try await identity.signIn(email: email, password: password)
      found.append(finding("account", true, "\(email) can sign in"))
      let token = try await identity.token()
      if let claims = TokenClaims(token) {
        if claims.project != organisation.project {
          found.append(
            finding(
              "key", false,
              "the key is of the project \(claims.project), and \(organisation.project) is set: take both from one console"
            ))
        }
        let trouble = FirebaseTrouble.clock(here: Int64(now()), there: claims.issuedAt)
        found.append(finding("clock", trouble == nil, trouble ?? "the clocks agree"))
      }
    } catch {
      let words =
        error.kind == .unauthenticated
        ? "\(organisation.name): \(email) cannot sign in: \(error.detail)" : FirebaseTrouble.words(error, organisation)
      return found + [finding("account", false, words)]
    }
    return found + (await rights(user, email, identity))
  }

  private func rights(_ user: String, _ email: String, _ identity: IdentityToolkit) async -> [Finding] {
    let store = FirestoreDocumentStore(organisation.firestore, tokens: identity)
    var found: [Finding] = []
    let person: Person
    do {
      guard
        let member = try await store.document(at: try FirebaseMember.path(user)).flatMap({
          FirebaseMember.person($0, email: email)
        })
      else {
        return [
          finding(
            "member", false,
            "\(organisation.name): \(email) has an account and is no member: users/\(user) needs an organizationID, a role and isPhotographer"
          )
        ]
      }
      person = member
      found.append(finding("member", true, "\(email) is \(person.standing.name) of \(person.organisation)"))
    } catch { return [bad("member", error)] }
    for (collection, field) in [
      ("photoCritiques", "organizationId"), ("dailyJobReports", "organizationID"),
      ("reportTemplates", "organizationID"),
      ("users", "organizationID"),
    ] {
      do {
        _ = try await store.page(
          DocumentQuery(
            try DocumentCollection(collection),
            where: [.init(DocumentFieldPath(field: field), is: .string(person.organisation.text))], limit: 1))
        found.append(finding(collection, true, "can be read"))
      } catch { found.append(bad(collection, error)) }
    }
    return found
  }
}
