import Documents
import StudioModel

/// Members of an organisation, as the existing apps keep them in `users`: `organizationID`, `role`, `isPhotographer`, names.
enum FirebaseMember {
  /// Where they are kept, each under the account's id.
  static let collection = "users"

  static func path(_ user: String) throws(DocumentStoreError) -> DocumentPath {
    try DocumentPath(try DocumentCollection(collection), user)
  }

  /// All of an organisation.
  static func query(_ organisation: OrganisationID) throws(DocumentStoreError) -> DocumentQuery {
    DocumentQuery(
      try DocumentCollection(collection), where: [.init("organizationID", is: .string(organisation.text))],
      limit: DocumentLimits.page)
  }

  /// Nil for who belongs to no organisation. A role that is none of the apps' is the least of them.
  /// - Parameter email: of the account, where the document says none.
  static func person(_ document: StoredDocument, email: String = "") -> Person? {
    let fields = document.fields
    guard let organisation = fields["organizationID"]?.text, !organisation.isEmpty else { return nil }
    let names = ["firstName", "lastName"].compactMap { fields[$0]?.text }.map(AccountRules.trimmed).filter {
      !$0.isEmpty
    }
    let mail = email.isEmpty ? fields["email"]?.text ?? "" : email
    let shown = [names.joined(separator: " "), fields["displayName"]?.text ?? "", mail, document.path.id]
    return Person(
      id: UserID(document.path.id), organisation: OrganisationID(organisation), name: mail,
      displayName: String((shown.first { !$0.isEmpty } ?? "").prefix(AccountRules.longestName)),
      standing: Standing(
        StudioRole(rawValue: fields["role"]?.text ?? "") ?? .employee, isPhotographer: fields["isPhotographer"] == true),
      createdAt: Double(document.createTime.microseconds) / 1_000_000, endedAt: fields["isActive"] == false ? 0 : nil)
  }
}
