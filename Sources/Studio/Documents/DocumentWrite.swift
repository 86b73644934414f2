/// One document to be written.
///
/// ```swift
/// _ = try await store.commit([.set(path, ["title": "Jaffa Gate"], if: .doesNotExist)])
/// ```
public struct DocumentWrite: Sendable, Equatable {
  /// What is done to it.
  public enum Action: Sendable, Equatable {
    /// It holds these fields and no others.
    case set(DocumentFields)
    /// The named fields are as in these; a named one that is not in these goes. The others stay.
    case merge(DocumentFields, naming: [DocumentFieldPath])
    /// It goes; what is not there is gone.
    case delete
  }

  /// What must hold, or nothing of the batch is done.
  public enum Precondition: Sendable, Equatable {
    case none
    /// Else ``DocumentStoreError/Kind/notFound``.
    case exists
    /// Else ``DocumentStoreError/Kind/alreadyExists``.
    case doesNotExist
    /// It is there, and it was not changed since: else ``DocumentStoreError/Kind/preconditionFailed``.
    case updateTime(DocumentTimestamp)
  }

  /// Which.
  public var path: DocumentPath
  /// What is done to it.
  public var action: Action
  /// What must hold.
  public var precondition: Precondition
  /// Fields that take the moment of the commit by the store's clock, the same for all of a batch.
  public var serverTimes: [DocumentFieldPath]

  public init(
    _ path: DocumentPath, _ action: Action, if precondition: Precondition = .none,
    serverTimes: [DocumentFieldPath] = []
  ) {
    self.path = path
    self.action = action
    self.precondition = precondition
    self.serverTimes = serverTimes
  }

  /// The whole document.
  public static func set(
    _ path: DocumentPath, _ fields: DocumentFields, if precondition: Precondition = .none,
    serverTimes: [DocumentFieldPath] = []
  ) -> DocumentWrite {
    DocumentWrite(path, .set(fields), if: precondition, serverTimes: serverTimes)
  }

  /// Some fields of a document that is there: these, without those that are to be removed.
  public static func update(
    _ path: DocumentPath, _ fields: DocumentFields, removing removed: [DocumentFieldPath] = [],
    if precondition: Precondition = .exists, serverTimes: [DocumentFieldPath] = []
  ) -> DocumentWrite {
    let names = fields.map { DocumentFieldPath(field: $0.name) } + removed
    return DocumentWrite(path, .merge(fields, naming: names), if: precondition, serverTimes: serverTimes)
  }

  /// No document any more.
  public static func delete(_ path: DocumentPath, if precondition: Precondition = .none) -> DocumentWrite {
    DocumentWrite(path, .delete, if: precondition)
  }

  /// What it brings, in bytes as Firestore counts them.
  public var size: Int {
    switch action {
    case .set(let fields), .merge(let fields, naming: _): DocumentLimits.size(path, fields)
    case .delete: DocumentLimits.size(path, DocumentFields())
    }
  }

  /// What can be said without knowing the document.
  /// - Throws: `invalid` or `tooLarge` in words.
  public func check() throws(DocumentStoreError) {
    var named = serverTimes
    switch action {
    case .set(let fields): try DocumentLimits.check(path, fields)
    case .merge(let fields, naming: let names):
      try DocumentLimits.check(path, fields)
      named += names
    case .delete:
      guard serverTimes.isEmpty else { throw refuse("it is deleted, and can hold no moment") }
    }
    for field in named {
      for name in field.segments { try DocumentLimits.check(name: name, path) }
      guard field.segments.count <= DocumentLimits.depth else {
        throw refuse("\(field) is more than \(DocumentLimits.depth) deep")
      }
    }
    for (place, field) in named.enumerated() {
      if let other = named[..<place].first(where: { $0.holds(field) || field.holds($0) }) {
        throw refuse("two things are to be done to one field: \(other) and \(field)")
      }
    }
  }

  private func refuse(_ words: String) -> DocumentStoreError {
    DocumentStoreError(.invalid, subject: "\(path)", detail: words)
  }

  // MARK: Its meaning

  /// What is there afterwards; nil for nothing.
  /// - Parameters:
  ///   - found: what is there now.
  ///   - time: of the commit, later than of any before it.
  public func applied(
    to found: StoredDocument?, at time: DocumentTimestamp
  ) throws(DocumentStoreError) -> StoredDocument? {
    try checkPrecondition(found)
    var fields: DocumentFields
    switch action {
    case .delete: return nil
    case .set(let new): fields = new.kept
    case .merge(let new, naming: let names):
      fields = found?.fields ?? DocumentFields()
      let new = new.kept
      for name in names { fields.put(new[name], at: name) }
    }
    for name in serverTimes { fields.put(.timestamp(time.kept), at: name) }
    try DocumentLimits.check(path, fields)
    if let found, found.fields == fields { return found }
    return StoredDocument(path: path, fields: fields, createTime: found?.createTime ?? time, updateTime: time)
  }

  private func checkPrecondition(_ found: StoredDocument?) throws(DocumentStoreError) {
    switch (precondition, found) {
    case (.none, _), (.exists, _?), (.doesNotExist, nil): return
    case (.updateTime(let time), let found?) where found.updateTime == time: return
    case (.exists, nil):
      throw DocumentStoreError(.notFound, subject: "\(path)", detail: "there is no such document")
    case (.doesNotExist, _?):
      throw DocumentStoreError(.alreadyExists, subject: "\(path)", detail: "there is such a document already")
    case (.updateTime(let time), let found):
      let words = found.map { "it was changed at \($0.updateTime)" } ?? "it is not there any more"
      throw DocumentStoreError(
        .preconditionFailed, subject: "\(path)", detail: "expected as it was at \(time), and \(words)")
    }
  }
}
