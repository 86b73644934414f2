import BoothCore
public import Documents
import StudioModel

/// An organisation's Firestore, over its REST interface, with the rights of one person.
///
/// Queries are always `:runQuery` with cursors, and preconditions always stand in `:commit`. A watched query is asked again once a
/// minute (``FirestoreSettings/polling``), and at once after a write of this store's: changes of others are up to that late, as
/// there is no `Listen` over REST.
public final class FirestoreDocumentStore: DocumentStore {
  private let settings: FirestoreSettings
  private let tokens: any TokenSource
  private let line: FirestoreLine
  private let coding: FirestoreCoding
  private let bell: DocumentBell
  private let timing: Timing

  /// How time passes: a test's own, or the system's.
  struct Timing: Sendable {
    var now: @Sendable () -> Instant
    var wait: @Sendable (Duration) async -> Void
    var random: @Sendable () -> UInt64

    static var system: Timing {
      let start = ContinuousClock.now
      return Timing {
        Instant(nanoseconds: (ContinuousClock.now - start).wholeNanoseconds)
      } wait: { duration in
        // A cancelled wait is a wait that is over.
        do { try await Task.sleep(for: duration) } catch {}
      } random: {
        .random(in: .min ... .max)
      }
    }
  }

  /// - Parameters:
  ///   - tokens: whose rights its calls have.
  ///   - bell: rung by other stores of this process that write to the same project: what they write is seen at once.
  public convenience init(
    _ settings: FirestoreSettings, tokens: any TokenSource, bell: DocumentBell = DocumentBell()
  ) {
    self.init(settings, tokens: tokens, timing: .system, bell: bell)
  }

  init(
    _ settings: FirestoreSettings, tokens: any TokenSource, timing: Timing, bell: DocumentBell = DocumentBell()
  ) {
    self.bell = bell
    self.settings = settings
    self.tokens = tokens
    self.timing = timing
    line = FirestoreLine(limit: settings.request, answerBytes: settings.answerBytes)
    coding = FirestoreCoding(values: settings.coding)
  }

  /// Closes the connections. The store must not be used afterwards.
  public func shutdown() async throws { try await line.shutdown() }

  // MARK: Reading

  /// So many are asked for together.
  private static let together = 100

  /// By `:batchGet`, a hundred at a time; fewer where they are large.
  public func documents(at paths: [DocumentPath]) async throws(DocumentStoreError) -> [StoredDocument?] {
    var found: [DocumentPath: StoredDocument?] = [:]
    var left = Array(Set(paths)).sorted()[...]
    var count = Self.together
    while !left.isEmpty {
      let part = Array(left.prefix(count))
      do {
        let names = part.map { DocumentJSON.string(coding.values.name(of: $0)) }
        let answer = try await call(
          "documents", settings.url("batchGet"), .members([("documents", .array(names))]), isQuery: true)
        for (path, document) in try reading("documents", { () throws(DocumentValueFault) in try coding.looked(answer) })
        {
          found[path] = document
        }
        left = left.dropFirst(part.count)
      } catch {
        guard error.kind == .tooLarge, part.count > 1 else { throw error }
        count = part.count / 2
      }
    }
    var documents: [StoredDocument?] = []
    for path in paths {
      guard let answer = found[path] else {
        throw DocumentStoreError(.unavailable, subject: "\(path)", detail: "the answer does not speak of it")
      }
      documents.append(answer)
    }
    return documents
  }

  /// By `:runQuery`; in parts where its documents are large.
  public func page(_ query: DocumentQuery) async throws(DocumentStoreError) -> DocumentPage {
    try query.check()
    var documents: [StoredDocument] = []
    var readTime: DocumentTimestamp?
    var part = query
    while documents.count < query.limit {
      part.limit = min(part.limit, query.limit - documents.count)
      do {
        let answer = try await call(
          "query of \(query.collection)",
          settings.url("runQuery", below: query.collection.segments.dropLast()), coding.json(part), isQuery: true)
        let found = try reading("query of \(query.collection)") { () throws(DocumentValueFault) in
          try coding.found(answer)
        }
        documents += found
        readTime = coding.readTime(answer) ?? readTime
        guard let last = found.last, found.count >= part.limit else { break }
        part.after = query.cursor(of: last)
      } catch {
        guard error.kind == .tooLarge, part.limit > 1 else { throw error }
        part.limit /= 2
      }
    }
    var page = query.page(found: documents)
    page.readTime = readTime
    return page
  }

  private func reading<Value>(
    _ subject: String, _ body: () throws(DocumentValueFault) -> Value
  ) throws(DocumentStoreError) -> Value {
    do { return try body() } catch {
      throw DocumentStoreError(
        .unavailable, subject: subject, detail: "the answer is none of Firestore's: \(error.words)")
    }
  }

  // MARK: Writing

  /// By `:commit`.
  public func commitBatch(_ writes: [DocumentWrite]) async throws(DocumentStoreError) -> DocumentCommit {
    try Self.check(batch: writes)
    let subject = writes.count == 1 ? "\(writes[0].path)" : "commit of \(writes.count) writes"
    do {
      let answer = try await call(
        subject, settings.url("commit"), .members([("writes", .array(writes.map(coding.values.json)))]), isQuery: false,
        isRepeatable: writes.allSatisfy(\.isRepeatable))
      let commit = try reading(subject) { () throws(DocumentValueFault) in try coding.committed(answer, writes) }
      await bell.ring()
      return commit
    } catch {
      throw Self.asPromised(error, writes)
    }
  }

  /// Firestore says NOT_FOUND also where a version was expected of a document that is not there.
  private static func asPromised(_ error: DocumentStoreError, _ writes: [DocumentWrite]) -> DocumentStoreError {
    let expectsVersion = writes.contains { if case .updateTime = $0.precondition { true } else { false } }
    guard error.kind == .notFound, expectsVersion, !writes.contains(where: { $0.precondition == .exists }) else {
      return error
    }
    var promised = error
    promised.kind = .preconditionFailed
    return promised
  }

  // MARK: Watching

  /// By asking again.
  public func watch(_ query: DocumentQuery) -> AsyncStream<DocumentChange> {
    let watcher = DocumentWatcher(bell: bell) { [timing, settings] in
      await timing.wait(settings.polling)
    } read: { [self] in
      do throws(DocumentStoreError) { return .success(try await page(query).documents) } catch {
        return .failure(error)
      }
    }
    return watcher.changes
  }

  // MARK: Calling

  /// Sends until an answer comes, or none is to be hoped for.
  private func call(
    _ subject: String, _ url: String, _ body: DocumentJSON, isQuery: Bool, isRepeatable: Bool = true
  ) async throws(DocumentStoreError) -> DocumentJSON {
    var attempts = FirestoreAttempts(
      subject: subject, isRepeatable: isRepeatable, isQuery: isQuery, most: settings.attempts,
      deadline: timing.now() + settings.call)
    let bytes = body.bytes
    var token = try await tokens.token()
    while true {
      let (answer, outcome) = Self.checked(await line.post(url, bytes, token: token), isQuery: isQuery)
      if let answer { return answer }
      switch attempts.failed(outcome, at: timing.now(), random: timing.random()) {
      case .end(let error): throw error
      case .againWithNewToken: token = try await tokens.token(insteadOf: token)
      case .again(after: let delay):
        await timing.wait(delay)
        if Task.isCancelled {
          throw DocumentStoreError(.cancelled, subject: subject, detail: "the task was cancelled")
        }
      }
    }
  }

  /// An answer that is no JSON is a line that was cut, or another site's page; and errors may come under 200, in the
  /// middle of what is streamed.
  /// - Returns: the answer, or nil and what is to be judged instead of one.
  private static func checked(_ outcome: FirestoreOutcome, isQuery: Bool) -> (DocumentJSON?, FirestoreOutcome) {
    guard case .answered(let bytes) = outcome else { return (nil, outcome) }
    do throws(DocumentJSONFault) {
      let answer = try DocumentJSON(bytes: bytes)
      guard let refused = ([answer] + (answer.elements ?? [])).first(where: { $0["error"] != nil }) else {
        return (answer, outcome)
      }
      // Only what is streamed can refuse after it has begun.
      guard isQuery else { return (nil, .cut("an error came instead of an answer")) }
      let code = Int(refused["error"]?["code"]?.integer ?? 500)
      return (nil, .refused(FirestoreRefusal(code: code, body: refused.bytes)))
    } catch {
      return (nil, .cut("the answer is no JSON (\(error.words) at byte \(error.offset))"))
    }
  }
}
