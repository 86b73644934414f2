/// All documents of a store in memory: what every store's answers mean, as a pure machine.
public struct DocumentTable: Sendable {
  private var collections: [DocumentCollection: [DocumentPath: StoredDocument]] = [:]
  /// When the last commit was.
  public private(set) var time = DocumentTimestamp(microseconds: 0)

  /// Empty.
  public init() {}

  /// What is there; nil for nothing.
  public subscript(path: DocumentPath) -> StoredDocument? { collections[path.collection]?[path] }

  /// All documents of a collection, in no order.
  public func all(in collection: DocumentCollection) -> [StoredDocument] {
    Array((collections[collection] ?? [:]).values)
  }

  /// The page that is asked for.
  /// - Throws: `invalid`.
  public func page(_ query: DocumentQuery) throws(DocumentStoreError) -> DocumentPage {
    try query.check()
    return query.page(of: (collections[query.collection] ?? [:]).values)
  }

  /// All writes, in order, or none of them.
  /// - Parameter clock: what the wall clock says; the commit's time is later than that of every one before, whatever it says.
  /// - Throws: what the first write that cannot be made says.
  public mutating func commit(
    _ writes: [DocumentWrite], at clock: DocumentTimestamp
  ) throws(DocumentStoreError) -> DocumentCommit {
    let now = DocumentCommit.time(clock, after: time)
    var times: [DocumentTimestamp?] = []
    var changed: [DocumentPath: StoredDocument?] = [:]
    for write in writes {
      let result = try write.applied(to: changed[write.path] ?? self[write.path], at: now)
      changed[write.path] = .some(result)
      times.append(result?.updateTime)
    }
    for (path, document) in changed { collections[path.collection, default: [:]][path] = document }
    time = now
    return DocumentCommit(time: now, updateTimes: times)
  }
}

/// What came of writes.
public struct DocumentCommit: Sendable, Equatable {
  /// By the store's clock; of the last batch where there are several.
  public var time: DocumentTimestamp
  /// Each written document's version, in the order of the writes; nil for one that was deleted.
  public var updateTimes: [DocumentTimestamp?]

  public init(time: DocumentTimestamp, updateTimes: [DocumentTimestamp?]) {
    self.time = time
    self.updateTimes = updateTimes
  }

  /// A moment for a commit, by a clock that may stand still or be set back: later than the last one, by a microsecond at least.
  public static func time(_ clock: DocumentTimestamp, after last: DocumentTimestamp) -> DocumentTimestamp {
    DocumentTimestamp(microseconds: max(clock.microseconds, last.microseconds + 1))
  }
}
