public import Documents
public import StudioModel

/// How a photographer looks at a list: remembered from one visit to the next.
public struct CritiqueView: Sendable, Equatable {
  /// Which of them.
  public enum Filter: String, Sendable, CaseIterable { case all, good, improvement }
  /// Which come first.
  public enum Order: String, Sendable, CaseIterable { case newest, oldest }
  /// How they lie.
  public enum Layout: String, Sendable, CaseIterable { case grid, list }

  /// Which of them.
  public var filter = Filter.all
  /// Which come first.
  public var order = Order.newest
  /// How they lie.
  public var layout = Layout.grid

  /// All of them, the newest first, in a grid.
  public init() {}

  /// Reads ``text``; what it does not say is as ``init()`` has it.
  public init(text: String) {
    for word in text.split(separator: ".").map(String.init) {
      if let filter = Filter(rawValue: word) { self.filter = filter }
      if let order = Order(rawValue: word) { self.order = order }
      if let layout = Layout(rawValue: word) { self.layout = layout }
    }
  }

  /// `good.newest.grid`.
  public var text: String { "\(filter.rawValue).\(order.rawValue).\(layout.rawValue)" }

  /// Whether it is one of those that are looked at.
  public func shows(_ kind: Critique.Kind) -> Bool {
    switch filter {
    case .all: true
    case .good: kind == .example
    case .improvement: kind == .improvement
    }
  }
}

/// How many there are, whatever is looked at.
public struct CritiqueCounts: Sendable, Equatable {
  /// Good examples.
  public var good = 0
  /// What is to be done better.
  public var improvement = 0
  /// Documents that cannot be shown.
  public var unreadable = 0
  /// When the last one was sent.
  public var last: DocumentTimestamp?

  /// None.
  public init() {}

  /// All that can be shown.
  public var total: Int { good + improvement }

  /// One more.
  public mutating func add(_ entry: CritiqueEntry) {
    switch entry.kind {
    case .example?: good += 1
    case .improvement?: improvement += 1
    case nil: unreadable += 1
    }
    if entry.kind != nil, let sent = entry.createdAt { last = max(last ?? sent, sent) }
  }
}

/// What is counted of a document.
public struct CritiqueEntry: Sendable, Equatable {
  /// Nil for one that cannot be shown.
  public var kind: Critique.Kind?
  /// When it was sent.
  public var createdAt: DocumentTimestamp?
  /// Whom it is for; nil where even that cannot be read.
  public var photographer: UserID?

  /// What a document counts as; nil for one that is not published.
  public init?(_ document: StoredDocument) {
    guard Critique.isPublished(document) else { return nil }
    do {
      let critique = try Critique(document)
      (kind, createdAt, photographer) = (critique.kind, critique.createdAt, critique.photographer)
    } catch {
      photographer = CritiqueFields(document.fields).text("targetPhotographerId", "photographerId").map { UserID($0) }
    }
  }
}

/// A page of a photographer's critiques, gathered from pages of documents: what is filtered out is passed over.
public struct CritiquePage: Sendable, Equatable {
  /// In order.
  public private(set) var critiques: [Critique] = []
  /// Where the next page goes on; nil where nothing more can come.
  public private(set) var next: DocumentQuery.Cursor?
  private let view: CritiqueView
  private let limit: Int

  /// - Parameter limit: the most critiques of one page.
  public init(_ view: CritiqueView, limit: Int) {
    self.view = view
    self.limit = limit
  }

  /// Takes a page of documents.
  /// - Returns: where to ask next for this page; nil where it is full, or all was seen.
  public mutating func take(_ page: DocumentPage, of query: DocumentQuery) -> DocumentQuery.Cursor? {
    for document in page.documents {
      if critiques.count == limit { return nil }
      next = query.cursor(of: document)
      guard Critique.isPublished(document) else { continue }
      // Counted, and told, where all are counted.
      guard let critique = Self.read(document), view.shows(critique.kind) else { continue }
      critiques.append(critique)
    }
    guard let more = page.next else {
      next = nil
      return nil
    }
    return critiques.count == limit ? nil : more
  }

  private static func read(_ document: StoredDocument) -> Critique? {
    do { return try Critique(document) } catch { return nil }
  }
}

extension CritiqueView {
  /// A photographer's documents, in this view's order.
  public func query(
    of photographer: UserID, in organisation: OrganisationID, limit: Int, after: DocumentQuery.Cursor? = nil
  ) throws(DocumentStoreError) -> DocumentQuery {
    DocumentQuery(
      try DocumentCollection(Critique.collectionName),
      where: [
        .init("targetPhotographerId", is: .string(photographer.text)),
        .init("organizationId", is: .string(organisation.text)),
      ], orderedBy: [.init("createdAt", order == .newest ? .descending : .ascending)], limit: limit, after: after)
  }
}

/// A cursor as a part of an address.
public enum CritiqueCursor {
  /// `1705329000000000.ID`, in microseconds; `null.ID` for what has no time yet.
  public static func text(_ cursor: DocumentQuery.Cursor) -> String {
    guard case .timestamp(let time)? = cursor.values.first else { return "null.\(cursor.id)" }
    return "\(time.microseconds).\(cursor.id)"
  }

  /// Of a critique.
  public static func text(_ critique: Critique) -> String {
    text(
      DocumentQuery.Cursor(
        values: [critique.createdAt.map { DocumentValue.timestamp($0) } ?? .null], id: critique.id))
  }

  /// Nil for what is none.
  public static func read(_ text: String) -> DocumentQuery.Cursor? {
    let halves = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { return nil }
    do { _ = try Critique.path(halves[1]) } catch { return nil }
    if halves[0] == "null" { return .init(values: [.null], id: halves[1]) }
    guard let microseconds = Int64(halves[0]) else { return nil }
    return .init(values: [.timestamp(DocumentTimestamp(microseconds: microseconds))], id: halves[1])
  }
}
