public import Documents
public import StudioModel

/// That a person has opened a critique: a document of its own, as only its sender may change the critique's.
public enum CritiqueSeen {
  /// Where they are kept.
  public static let collectionName = "critiqueSeen"

  /// One for each critique and person.
  public static func path(_ critique: String, by user: UserID) throws(DocumentStoreError) -> DocumentPath {
    let name = user.text.split(separator: "/").joined(separator: "%2F")
    return try DocumentPath(try DocumentCollection(collectionName), "\(critique)~\(name)")
  }

  /// Notes it once; the first time stays.
  public static func noting(_ critique: Critique, by user: UserID) throws(DocumentStoreError) -> DocumentWrite {
    .set(
      try path(critique.id, by: user),
      [
        "organizationId": .string(critique.organisation.text), "critiqueId": .string(critique.id),
        "userId": .string(user.text),
      ], if: .doesNotExist, serverTimes: ["seenAt"])
  }

  /// Finds who has opened a critique: its photographer, or no one yet.
  public static func query(of critique: String) throws(DocumentStoreError) -> DocumentQuery {
    DocumentQuery(
      try DocumentCollection(collectionName), where: [.init("critiqueId", is: .string(critique))], limit: 1)
  }

  /// When; nil for what says nothing of it.
  public static func time(_ document: StoredDocument?) -> DocumentTimestamp? {
    guard case .timestamp(let time)? = document?.fields["seenAt"] else { return nil }
    return time
  }
}
