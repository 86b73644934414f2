public import Documents
import StudioModel

/// Why a document is no critique.
public enum UnreadableCritiqueFault: Error, Sendable, Equatable {
  /// A field that must be there is not, or holds something else.
  case field(String)
  /// There is neither a picture nor a word.
  case empty
}

extension Critique {
  /// Where the existing apps keep them.
  public static let collectionName = "photoCritiques"

  /// Reads a document of any generation: the apps' fields, the copies that their web page leaves, the first picture alone,
  /// `description` for the notes, and names with underscores.
  ///
  /// Whatever is no example counts as an improvement, as in the apps.
  public init(_ document: StoredDocument) throws(UnreadableCritiqueFault) {
    let reader = CritiqueFields(document.fields)
    guard let organisation = reader.text("organizationId"), !organisation.isEmpty else {
      throw .field("organizationId")
    }
    guard let photographer = reader.text("targetPhotographerId", "photographerId"), !photographer.isEmpty else {
      throw .field("targetPhotographerId")
    }
    let createdAt: DocumentTimestamp?
    switch reader.value("createdAt") {
    case .timestamp(let time)?: createdAt = time
    case .null?: createdAt = nil
    default: throw .field("createdAt")
    }
    let notes = reader.text("managerNotes", "notes", "description")
    let pictures = reader.pictures()
    guard notes != nil || !pictures.isEmpty else { throw .empty }
    self.init(
      id: document.path.id, organisation: OrganisationID(organisation),
      submitter: UserID(reader.text("submitterId") ?? ""), submitterName: reader.text("submitterName") ?? "",
      submitterEmail: reader.text("submitterEmail") ?? "", photographer: UserID(photographer),
      photographerName: reader.text("targetPhotographerName", "photographerName") ?? "", pictures: pictures,
      notes: notes ?? "",
      kind: reader.text("exampleType", "type") == Kind.example.rawValue ? .example : .improvement,
      createdAt: createdAt, version: document.updateTime)
    if case .timestamp(let time)? = reader.value("updatedAt") { wasChanged = time != createdAt }
  }

  /// Whether a document is to be shown: who has no status is published.
  public static func isPublished(_ document: StoredDocument) -> Bool {
    let status = CritiqueFields(document.fields).value("status")
    return status == nil || status == .null || status?.text == "published"
  }

  /// As it is written: every field of the apps, and the copies that their web page leaves. The times are the store's.
  public var fields: DocumentFields {
    let addresses = pictures.map { DocumentValue.string($0.address) }
    let thumbnails = pictures.map { DocumentValue.string($0.thumbnail) }
    var fields: DocumentFields = [
      "organizationId": .string(organisation.text), "submitterId": .string(submitter.text),
      "submitterName": .string(submitterName), "submitterEmail": .string(submitterEmail),
      "targetPhotographerId": .string(photographer.text), "targetPhotographerName": .string(photographerName),
      "photographerId": .string(photographer.text), "photographerName": .string(photographerName),
      "imageUrls": .array(addresses), "thumbnailUrls": .array(thumbnails), "imageUrl": addresses.first ?? "",
      "thumbnailUrl": thumbnails.first ?? "", "imageCount": .integer(Int64(pictures.count)), "status": "published",
    ]
    fields["imageNames"] = .array(pictures.map { .string($0.name ?? "") })
    if pictures.contains(where: { !$0.marks.isEmpty }) { fields["imageMarks"] = Self.marks(pictures) }
    for field in Self.text(notes, kind) { fields[field.name] = field.value }
    return fields
  }

  private static func marks(_ pictures: [Picture]) -> DocumentValue {
    // An array holds no array: a map stands between.
    .array(pictures.map { .map(["marks": .array($0.marks.map(\.value))]) })
  }

  private static func text(_ notes: String, _ kind: Kind) -> DocumentFields {
    [
      "managerNotes": .string(notes), "notes": .string(notes), "exampleType": .string(kind.rawValue),
      "type": .string(kind.rawValue),
    ]
  }

  /// Where it is kept.
  public func path() throws(DocumentStoreError) -> DocumentPath { try Self.path(id) }

  /// Where one is kept.
  public static func path(_ id: String) throws(DocumentStoreError) -> DocumentPath {
    try DocumentPath(try DocumentCollection(collectionName), id)
  }

  /// Publishes it, unless there is one of this id: what is sent twice is there once.
  public func publishing() throws(DocumentStoreError) -> DocumentWrite {
    .set(try path(), fields, if: .doesNotExist, serverTimes: ["createdAt", "updatedAt"])
  }

  /// Whether this, which is there, is what another sending of the same form would have made: same sender, photographer, pictures and
  /// names; of notes, kind and marks only if they were not changed since.
  public func wasPublished(as draft: Critique) -> Bool {
    func place(_ address: String) -> Substring {
      address.firstRange(of: "/training/").map { address[$0.lowerBound...] } ?? address[...]
    }
    let isSame =
      submitter == draft.submitter && organisation == draft.organisation && photographer == draft.photographer
      && pictures.map { place($0.address) } == draft.pictures.map { place($0.address) }
      && pictures.map(\.name) == draft.pictures.map(\.name)
    let isUnchanged =
      notes == draft.notes && kind == draft.kind && pictures.map(\.marks) == draft.pictures.map(\.marks)
    return isSame && (wasChanged || isUnchanged)
  }

  /// Gives it other notes and another kind; organisation and sender never change.
  /// - Parameter version: as it was when it was read.
  public static func editing(
    _ id: String, notes: String, kind: Kind, version: DocumentTimestamp
  ) throws(DocumentStoreError) -> DocumentWrite {
    .update(try path(id), text(notes, kind), if: .updateTime(version), serverTimes: ["updatedAt"])
  }

  /// Keeps the marks of its pictures as they are here, where nothing else was changed since it was read.
  public func marking() throws(DocumentStoreError) -> DocumentWrite {
    .update(
      try path(), ["imageMarks": Self.marks(pictures)], if: .updateTime(version), serverTimes: ["updatedAt"])
  }
}

/// Finds fields under the names that they have had.
struct CritiqueFields {
  private let fields: DocumentFields
  init(_ fields: DocumentFields) { self.fields = fields }

  /// Under its name, or the same with underscores.
  func value(_ name: String) -> DocumentValue? { fields[name] ?? fields[Self.snake(name)] }

  /// The first that is a text; an empty one only where there is no other.
  func text(_ names: String...) -> String? {
    let texts = names.compactMap { value($0)?.text }
    return texts.first { !$0.isEmpty } ?? texts.first
  }

  func pictures() -> [Critique.Picture] {
    var addresses = texts("imageUrls")
    if addresses.allSatisfy(\.isEmpty) { addresses = text("imageUrl").map { $0.isEmpty ? [] : [$0] } ?? [] }
    var thumbnails = texts("thumbnailUrls")
    if thumbnails.allSatisfy(\.isEmpty) { thumbnails = text("thumbnailUrl").map { [$0] } ?? [] }
    let names = texts("imageNames")
    let marks = marks()
    return addresses.enumerated().map { place, address in
      let thumbnail = thumbnails.indices.contains(place) ? thumbnails[place] : ""
      let name = names.indices.contains(place) && !names[place].isEmpty ? names[place] : nil
      return Critique.Picture(
        address: address, thumbnail: thumbnail.isEmpty ? address : thumbnail, name: name,
        marks: marks.indices.contains(place) ? marks[place] : [])
    }
  }

  /// A list's texts; what is no text in it is an empty one, so that the others keep their places.
  private func texts(_ name: String) -> [String] {
    guard case .array(let values)? = value(name) else { return [] }
    return values.prefix(100).map { $0.text ?? "" }
  }

  private func marks() -> [[CritiqueMark]] {
    guard case .array(let values)? = value("imageMarks") else { return [] }
    return values.map { value in
      guard case .array(let marks)? = value.fields?["marks"] else { return [] }
      return marks.prefix(CritiqueMark.mostMarks).compactMap { CritiqueMark($0) }
    }
  }

  /// `imageUrls` is `image_urls`.
  private static func snake(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
