import Documents
import StudioModel

/// An organisation's Firebase project, as a studio is told of it.
package struct FirebaseOrganisation: Codable, Sendable, Equatable, Identifiable {
  /// By which it is chosen at the door: letters, digits, hyphens.
  package var id: String
  /// What it is called.
  package var name: String
  /// The project's id.
  package var project: String
  /// The project's key for apps, no secret.
  package var key: String
  /// Where its pictures are; nil for the project's usual one.
  package var bucket: String?
  /// Where its services answer instead of Google's: emulators, stand-ins.
  package var endpoints: Endpoints?

  /// Addresses without a slash at their ends; nil for Google's own.
  package struct Endpoints: Codable, Sendable, Equatable {
    package var firestore: String?
    package var storage: String?
    package var accounts: String?
    package var tokens: String?

    package init(
      firestore: String? = nil, storage: String? = nil, accounts: String? = nil, tokens: String? = nil
    ) {
      self.firestore = firestore
      self.storage = storage
      self.accounts = accounts
      self.tokens = tokens
    }

    package var all: [String] { [firestore, storage, accounts, tokens].compactMap(\.self) }
  }

  package init(
    id: String, name: String, project: String, key: String, bucket: String? = nil, endpoints: Endpoints? = nil
  ) {
    self.id = id
    self.name = name
    self.project = project
    self.key = key
    self.bucket = bucket
    self.endpoints = endpoints
  }

  // MARK: Checked

  /// What is wrong with it without asking anybody, in words; nil for nothing.
  package var fault: String? {
    if !Self.isWord(id, 1...40) {
      return "the short name \"\(id)\" may have letters, digits and hyphens alone, 40 at most"
    }
    if AccountRules.complaint(name: name) != nil { return "the name \"\(name)\" is none that can be shown" }
    // "Firebase project identifiers": 6 to 30 signs, a lower-case letter first.
    if !Self.isWord(project, 6...30) || project.lowercased() != project || project.first?.isLetter != true {
      return "\"\(project)\" can be no project's id: expected 6 to 30 of a-z, 0-9 and hyphens, such as our-school-1a2b3"
    }
    if key.isEmpty || key.utf8.count > 200 || key.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F }) {
      return "the key is none: expected AIza…, as the project's console shows it under Project settings"
    }
    if let bucket, bucket.isEmpty || bucket.contains("/") || bucket.contains(":") {
      return "\"\(bucket)\" is no bucket's name: expected one such as \(project).firebasestorage.app, without gs://"
    }
    return endpoints?.all.lazy.compactMap(Self.fault(ofEndpoint:)).first
  }

  private static func isWord(_ text: String, _ length: ClosedRange<Int>) -> Bool {
    length.contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
      }
  }

  /// Passwords and tokens cross no network in the clear.
  private static func fault(ofEndpoint text: String) -> String? {
    if text.hasPrefix("https://"), text.utf8.count > 8, !text.hasSuffix("/") { return nil }
    let rest = text.hasPrefix("http://") ? text.dropFirst(7) : ""
    let host = rest.prefix { $0 != ":" && $0 != "/" }
    if ["127.0.0.1", "localhost", "[::1]"].contains(String(host)), !text.hasSuffix("/") { return nil }
    return
      "\"\(text)\" is no service's address: expected https://…, or http:// on this machine, without a slash at its end"
  }

  // MARK: As the services' clients want it

  /// A person waits for a page: what does not answer in seconds is away.
  var firestore: FirestoreSettings {
    var settings = FirestoreSettings(project: project)
    if let base = endpoints?.firestore { settings.base = base }
    (settings.request, settings.call, settings.attempts) = (.seconds(8), .seconds(12), 3)
    return settings
  }

  package var storage: FirebaseStorage.Settings {
    var settings = FirebaseStorage.Settings(bucket: bucket ?? "\(project).firebasestorage.app")
    if let base = endpoints?.storage { settings.base = base }
    (settings.request, settings.call, settings.attempts) = (.seconds(60), .seconds(90), 3)
    return settings
  }

  var accounts: IdentityToolkit.Settings {
    var settings = IdentityToolkit.Settings(key: key)
    if let base = endpoints?.accounts { settings.accounts = base }
    if let base = endpoints?.tokens { settings.tokens = base }
    settings.request = .seconds(10)
    return settings
  }
}
