/// Some documents of one collection, in an order, a page at a time.
///
/// ```swift
/// let query = DocumentQuery(collection, where: [.init("status", is: "completed")], limit: 50)
/// let page = try await store.page(query)
/// ```
///
/// A document without a field of a filter or of the order is not found. Null is a value: who has it is found by `==
/// null`, and comes first in an order. Ties are broken by name, in the direction of the last order.
public struct DocumentQuery: Sendable, Equatable {
  /// A field and what it must be equal to; numbers by their worth.
  public struct Filter: Sendable, Equatable {
    /// Which.
    public var field: DocumentFieldPath
    /// What it must be.
    public var value: DocumentValue
    public init(_ field: DocumentFieldPath, is value: DocumentValue) {
      self.field = field
      self.value = value
    }
  }

  /// Which end comes first.
  public enum Direction: String, Sendable { case ascending, descending }

  /// A field and its direction.
  public struct Order: Sendable, Equatable {
    /// Which.
    public var field: DocumentFieldPath
    /// Which end comes first.
    public var direction: Direction
    public init(_ field: DocumentFieldPath, _ direction: Direction = .ascending) {
      self.field = field
      self.direction = direction
    }
  }

  /// Where a page goes on: behind the place that a document with these values and this name has, whether it is there or not.
  public struct Cursor: Sendable, Equatable {
    /// One for each order.
    public var values: [DocumentValue]
    /// The document's id.
    public var id: String
    public init(values: [DocumentValue], id: String) {
      self.values = values
      self.id = id
    }
  }

  /// Whose documents; not those of collections in them.
  public var collection: DocumentCollection
  /// All must hold.
  public var filters: [Filter]
  /// The first decides first.
  public var orders: [Order]
  /// 1 to ``DocumentLimits/page``.
  public var limit: Int
  /// Nil for the first page.
  public var after: Cursor?

  public init(
    _ collection: DocumentCollection, where filters: [Filter] = [], orderedBy orders: [Order] = [], limit: Int = 100,
    after: Cursor? = nil
  ) {
    self.collection = collection
    self.filters = filters
    self.orders = orders
    self.limit = limit
    self.after = after
  }

  /// The direction in which ties go on, by name.
  public var nameDirection: Direction { orders.last?.direction ?? .ascending }

  /// - Throws: `invalid` for what no store answers.
  public func check() throws(DocumentStoreError) {
    let fault: String? =
      if !(1...DocumentLimits.page).contains(limit) {
        "a page of \(limit) documents was asked for; 1 to \(DocumentLimits.page) can be had"
      } else if Set(orders.map(\.field)).count < orders.count {
        "one field stands twice in the order"
      } else if orders.contains(where: { order in filters.contains { $0.field == order.field } }) {
        "a field that must be equal to something orders nothing; leave it out of the order"
      } else if let after, after.values.count != orders.count {
        "the cursor has \(after.values.count) values for \(orders.count) orders"
      } else {
        nil
      }
    if let fault { throw DocumentStoreError(.invalid, subject: "query of \(collection)", detail: fault) }
    if let after { _ = try DocumentPath(collection, after.id) }
    for field in filters.map(\.field) + orders.map(\.field) {
      for name in field.segments where name.isEmpty || name.isReserved {
        throw DocumentStoreError(
          .invalid, subject: "query of \(collection)", detail: "\(field) names no field that a document can have")
      }
    }
  }

  // MARK: Its meaning

  /// Whether it is one of those that are asked for, on whatever page.
  public func matches(_ document: StoredDocument) -> Bool {
    document.path.collection == collection
      && filters.allSatisfy { document.fields[$0.field]?.isEqual(to: $0.value) == true }
      && orders.allSatisfy { document.fields[$0.field] != nil }
  }

  /// Where a document stands in the order.
  public func cursor(of document: StoredDocument) -> Cursor {
    Cursor(values: orders.map { document.fields[$0.field] ?? .null }, id: document.path.id)
  }

  /// Whether the one stands before the other.
  public func precedes(_ a: Cursor, _ b: Cursor) -> Bool {
    for (order, (one, other)) in zip(orders, zip(a.values, b.values)) {
      let found = order.direction == .ascending ? one.order(to: other) : other.order(to: one)
      if found != .same { return found == .less }
    }
    let names = a.id.byteOrder(to: b.id)
    return (nameDirection == .ascending ? names : names.reversed) == .less
  }

  /// Those that match, in order.
  public func sorted(_ documents: some Sequence<StoredDocument>) -> [StoredDocument] {
    documents.lazy.filter(matches).map { ($0, cursor(of: $0)) }.sorted { precedes($0.1, $1.1) }.map(\.0)
  }

  /// The page that is asked for.
  public func page(of documents: some Sequence<StoredDocument>) -> DocumentPage {
    let rest = sorted(documents).drop { document in after.map { !precedes($0, cursor(of: document)) } ?? false }
    return page(found: Array(rest.prefix(limit)))
  }

  /// A page of what was found for it: there may be more where it is full.
  public func page(found documents: [StoredDocument]) -> DocumentPage {
    DocumentPage(documents: documents, next: documents.count < limit ? nil : documents.last.map(cursor(of:)))
  }
}

/// What was found.
public struct DocumentPage: Sendable, Equatable {
  /// In the order that was asked for.
  public var documents: [StoredDocument]
  /// Where the next page goes on; nil where there is none. The last page may be empty.
  public var next: DocumentQuery.Cursor?
  /// When it was read, by the store's clock; nil where the store does not say.
  public var readTime: DocumentTimestamp?

  public init(
    documents: [StoredDocument], next: DocumentQuery.Cursor? = nil, readTime: DocumentTimestamp? = nil
  ) {
    self.documents = documents
    self.next = next
    self.readTime = readTime
  }
}
