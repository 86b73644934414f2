public import Documents
public import StudioModel

/// An answer to a critique, by its photographer or its sender. It is a document of its own, because only the sender may change a
/// critique's document in the existing apps; they do not read answers.
public struct CritiqueAnswer: Sendable, Equatable, Identifiable {
  /// Where answers are kept.
  public static let collectionName = "critiqueAnswers"
  /// The collection of unread marks: a document for each answer and reader, deleted when the answer is read.
  public static let unreadName = "critiqueUnread"
  /// The most characters of an answer, in Unicode scalars.
  public static let longestText = 1000
  /// The most answers to one critique.
  public static let mostAnswers = 200

  /// 20 letters and digits, made by the page that sends it: what is sent twice is there once.
  public var id: String
  /// The critique's.
  public var critique: String
  /// Who has written it.
  public var author: UserID
  /// What they are called; may be empty.
  public var authorName: String
  /// Plain text; empty where it only says that it is done.
  public var text: String
  /// It says that the critique was followed.
  public var isDone: Bool
  /// When it arrived, by the store's clock; nil where the store has not said so yet.
  public var createdAt: DocumentTimestamp?

  public init(
    id: String, critique: String, author: UserID, authorName: String, text: String, isDone: Bool,
    createdAt: DocumentTimestamp? = nil
  ) {
    self.id = id
    self.critique = critique
    self.author = author
    self.authorName = authorName
    self.text = text
    self.isDone = isDone
    self.createdAt = createdAt
  }

  /// Reads an answer; nil if the document lacks the critique or the author.
  public init?(_ document: StoredDocument) {
    let fields = document.fields
    guard let critique = fields["critiqueId"]?.text, let author = fields["userId"]?.text, !author.isEmpty else {
      return nil
    }
    self.init(
      id: document.path.id, critique: critique, author: UserID(author), authorName: fields["userName"]?.text ?? "",
      text: fields["text"]?.text ?? "", isDone: fields["isDone"] == .boolean(true))
    if case .timestamp(let time)? = fields["createdAt"] { createdAt = time }
  }

  /// Whether this is what another sending of the same answer would have made.
  public func isSame(as other: CritiqueAnswer) -> Bool {
    (id, critique, author) == (other.id, other.critique, other.author) && (text, isDone) == (other.text, other.isDone)
  }

  /// Where one is kept.
  public static func path(_ id: String) throws(DocumentStoreError) -> DocumentPath {
    try DocumentPath(try DocumentCollection(collectionName), id)
  }

  /// The people it is for: the photographer and the sender, without its author.
  public func readers(of critique: Critique) -> [UserID] {
    var readers: [UserID] = []
    for user in [critique.photographer, critique.submitter]
    where user != author && !user.text.isEmpty && !readers.contains(user) { readers.append(user) }
    return readers
  }

  /// Creates the answer, unless its identifier is taken, and an unread mark for each reader.
  public func writes(to critique: Critique) throws(DocumentStoreError) -> [DocumentWrite] {
    var writes: [DocumentWrite] = [
      .set(
        try Self.path(id),
        [
          "organizationId": .string(critique.organisation.text), "critiqueId": .string(critique.id),
          "userId": .string(author.text), "userName": .string(authorName), "text": .string(text),
          "isDone": .boolean(isDone),
        ], if: .doesNotExist, serverTimes: ["createdAt"])
    ]
    for reader in readers(of: critique) {
      let name = reader.text.split(separator: "/").joined(separator: "%2F")
      writes.append(
        .set(
          try DocumentPath(try DocumentCollection(Self.unreadName), "\(id)~\(name)"),
          [
            "organizationId": .string(critique.organisation.text), "critiqueId": .string(critique.id),
            "photographerId": .string(critique.photographer.text), "userId": .string(reader.text),
            "authorName": .string(authorName),
          ]))
    }
    return writes
  }

  /// Finds all answers to a critique.
  public static func query(of critique: String) throws(DocumentStoreError) -> DocumentQuery {
    DocumentQuery(
      try DocumentCollection(collectionName), where: [.init("critiqueId", is: .string(critique))], limit: mostAnswers)
  }

  /// Finds the unread marks of one person, of one critique or of all.
  public static func unread(
    by user: UserID, in organisation: OrganisationID, of critique: String? = nil
  ) throws(DocumentStoreError) -> DocumentQuery {
    var filters: [DocumentQuery.Filter] = [
      .init("userId", is: .string(user.text)), .init("organizationId", is: .string(organisation.text)),
    ]
    if let critique { filters.append(.init("critiqueId", is: .string(critique))) }
    return DocumentQuery(try DocumentCollection(unreadName), where: filters, limit: mostAnswers)
  }
}

/// The unread mark of an answer, for one reader.
public struct UnreadAnswer: Sendable, Equatable {
  /// The mark's document; its identifier is the answer's, `~`, and the reader's.
  public var path: DocumentPath
  /// The critique's.
  public var critique: String
  /// The critique's photographer.
  public var photographer: UserID
  /// The author's name; may be empty.
  public var authorName: String

  /// Nil for what is none.
  public init?(_ document: StoredDocument) {
    guard let critique = document.fields["critiqueId"]?.text,
      let photographer = document.fields["photographerId"]?.text
    else { return nil }
    path = document.path
    self.critique = critique
    self.photographer = UserID(photographer)
    authorName = document.fields["authorName"]?.text ?? ""
  }
}
