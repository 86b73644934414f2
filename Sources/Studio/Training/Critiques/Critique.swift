public import Documents
public import StudioModel

/// What a photographer is sent to learn from: pictures with notes.
public struct Critique: Sendable, Equatable, Identifiable {
  /// What it is sent as.
  public enum Kind: String, Sendable, CaseIterable {
    /// Something to do again.
    case example
    /// Something to do better.
    case improvement
  }

  /// One of its pictures.
  public struct Picture: Sendable, Equatable {
    /// Where the whole of it is; not looked at here, and it may be anything.
    public var address: String
    /// Where a small one is; the same where there is none.
    public var thumbnail: String
    /// What its sender's file was called; nil if unknown.
    public var name: String?
    /// What was drawn and pinned on it, see ``CritiqueMark``.
    public var marks: [CritiqueMark]

    public init(address: String, thumbnail: String, name: String? = nil, marks: [CritiqueMark] = []) {
      self.address = address
      self.thumbnail = thumbnail
      self.name = name
      self.marks = marks
    }
  }

  /// The document's id.
  public var id: String
  /// Whose it is.
  public var organisation: OrganisationID
  /// Who sent it.
  public var submitter: UserID
  /// What the sender is called; may be empty.
  public var submitterName: String
  /// The sender's address; may be empty.
  public var submitterEmail: String
  /// Whom it is for.
  public var photographer: UserID
  /// What the photographer is called; may be empty.
  public var photographerName: String
  /// In order; may be none.
  public var pictures: [Picture]
  /// Plain text with line ends; may be empty.
  public var notes: String
  /// What it is sent as.
  public var kind: Kind
  /// When it was sent, by the store's clock; nil where the store has not said so yet.
  public var createdAt: DocumentTimestamp?
  /// Its document's version.
  public var version: DocumentTimestamp
  /// Whether its document says that it was changed since it was sent.
  public var wasChanged = false

  public init(
    id: String, organisation: OrganisationID, submitter: UserID, submitterName: String, submitterEmail: String,
    photographer: UserID, photographerName: String, pictures: [Picture], notes: String, kind: Kind,
    createdAt: DocumentTimestamp?, version: DocumentTimestamp
  ) {
    self.id = id
    self.organisation = organisation
    self.submitter = submitter
    self.submitterName = submitterName
    self.submitterEmail = submitterEmail
    self.photographer = photographer
    self.photographerName = photographerName
    self.pictures = pictures
    self.notes = notes
    self.kind = kind
    self.createdAt = createdAt
    self.version = version
  }

  /// What the rules look at.
  public var subject: StudioSubject { StudioSubject(organisation, owner: submitter) }

  /// The start of the notes in one line, for lists.
  /// - Parameter limit: the most signs.
  public func preview(limit: Int = 240) -> String {
    var line = ""
    var count = 0
    for sign in notes {
      let shown: Character = sign.isWhitespace || sign.isNewline ? " " : sign
      if shown == " ", line.isEmpty || line.last == " " { continue }
      line.append(shown)
      count += 1
      if count == limit { return line + "…" }
    }
    return line
  }
}
