import BoothCore
import BoothStore
import BoothTesting
import Synchronization
import Testing

@testable import Gallery
@testable import WebSupport

/// Two galleries over one store: whatever one of them does to a session while the other is in the middle of something, and wherever one of
/// them dies. Each call of the store is tried.
@Suite struct `Of two calls for one session` {
  enum Call: CaseIterable, CustomTestStringConvertible, Sendable {
    case complete
    case show
    case hide
    case erase

    var testDescription: String { "\(self)" }

    func send(_ session: String, to lab: GalleryLab) async throws -> Int {
      switch self {
      case .complete: return try await lab.complete(session: session).status
      case .show, .hide:
        let path = GalleryOwner.hostPath(of: 7, secret: GalleryLab.secret)
        return try await lab.press(path, "session=\(session)&show=\(self == .show ? 1 : 0)").status
      case .erase:
        return try await lab.send(.delete, "/api/sessions/7/\(session)", [("X-FotoX-Key", GalleryLab.token)]).status
      }
    }
  }

  /// Has something happen before a call of the store.
  private final class Interruption: Sendable {
    enum Act: Sendable {
      case does(@Sendable () async -> Void)
      /// The program is killed: no more calls reach the store.
      case dies
    }

    private struct State {
      var left: Int?
      var act: Act?
      var isDead = false
    }

    private let state = Mutex(State())

    func set(_ act: Act, beforeCall number: Int) {
      state.withLock { $0 = State(left: number, act: act) }
    }

    /// Whether it was not reached.
    func clear() -> Bool {
      state.withLock { state in
        defer { state = State() }
        return state.left != nil
      }
    }

    func called(_ subject: String) async throws(ObjectStoreError) {
      let (act, isDead) = state.withLock { state -> (Act?, Bool) in
        guard let left = state.left else { return (nil, state.isDead) }
        guard left == 0 else {
          state.left = left - 1
          return (nil, false)
        }
        state.left = nil
        if case .dies? = state.act { state.isDead = true }
        return (state.act, state.isDead)
      }
      if isDead { throw ObjectStoreError(.unavailable, subject: subject, detail: "the program was killed") }
      if case .does(let body)? = act { await body() }
    }
  }

  private struct InterruptedStore: WrappedStore {
    let inner: FolderObjectStore
    let interruption: Interruption

    func info(_ key: ObjectKey) async throws(ObjectStoreError) -> ObjectInfo? {
      try await interruption.called(key.text)
      return try await inner.info(key)
    }
    func read(_ key: ObjectKey, range: Range<Int64>?) async throws(ObjectStoreError) -> (ObjectInfo, ByteStream)? {
      try await interruption.called(key.text)
      return try await inner.read(key, range: range)
    }
    func write(
      _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
    ) async throws(ObjectStoreError) -> ObjectInfo {
      try await interruption.called(key.text)
      return try await inner.write(
        key, contentType: contentType, condition: condition, sizeBytes: sizeBytes, body: body)
    }
    func delete(_ key: ObjectKey) async throws(ObjectStoreError) {
      try await interruption.called(key.text)
      try await inner.delete(key)
    }
    func list(prefix: String, after: ObjectKey?, limit: Int) async throws(ObjectStoreError) -> [ObjectInfo] {
      try await interruption.called(prefix)
      return try await inner.list(prefix: prefix, after: after, limit: limit)
    }
  }

  /// Two galleries over one folder, of which the first is interrupted.
  private static func run(
    _ body: @Sendable @escaping (_ first: GalleryLab, _ second: GalleryLab, Interruption) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let interruption = Interruption()
    let configure: @Sendable (inout GalleryConfiguration) -> Void = { configuration in
      configuration.lists = .keys
      // What is put off would call the store at any time.
      configuration.indexPause = .seconds(3600)
    }
    let over: @Sendable (FolderObjectStore) -> any ObjectStore = {
      InterruptedStore(inner: $0, interruption: interruption)
    }
    try await GalleryLab.run(folder: folder, configure: configure, over: over) { first in
      try await GalleryLab.run(folder: folder, configure: configure) { second in
        var settings = EventSettings()
        settings.isModerated = true
        try await GalleryOwner(second.store).set(settings, of: 7)
        try await body(first, second, interruption)
      }
    }
  }

  /// A session that is in the list of what is shown, or in that of what waits.
  private static func begin(_ session: String, _ lab: GalleryLab, in list: OrderList) async throws {
    try lab.folder.put(
      Sample.folder(session: session) + "manifest.json", Array(Sample.manifest(session: session).utf8))
    try #require(try await Call.complete.send(session, to: lab) == 200)
    if list == .shown { try #require(try await Call.show.send(session, to: lab) == 303) }
    #expect(try await lists(session, lab) == [list])
  }

  /// Of each place of the session the list that it is in.
  private static func lists(_ session: String, _ lab: GalleryLab) async throws -> [OrderList] {
    var found: [OrderList] = []
    for list in OrderList.allCases {
      for object in try await lab.store.all(prefix: EventNames.order(7, in: list))
      where object.key.text.contains("-\(session).") { found.append(list) }
    }
    return found
  }

  private static func expectErased(_ session: String, _ lab: GalleryLab, _ story: Comment) async throws {
    #expect(try await lists(session, lab) == [], story)
    #expect(
      try await lab.store.all(prefix: "sessions/\(session)/").map(\.key.text) == ["sessions/\(session)/erased.json"],
      story)
    #expect(try await lab.store.all(prefix: "events/7/sessions/\(session)/").isEmpty, story)
  }

  @Test(arguments: Call.allCases, Call.allCases)
  func `that comes between is as one that comes before or after`(_ one: Call, _ other: Call) async throws {
    try await Self.run { first, second, interruption in
      for list in OrderList.allCases {
        for number in 0..<200 {
          let session = "\(list)-\(number)"
          try await Self.begin(session, second, in: list)
          interruption.set(
            .does {
              do { _ = try await other.send(session, to: second) } catch { Issue.record("\(other): \(error)") }
            }, beforeCall: number)
          let status = try await one.send(session, to: first)
          if interruption.clear() {
            #expect(number > 2, "the calls of \(one) are not seen")
            break
          }
          #expect(number < 199, "\(one) goes on for ever")
          #expect([200, 303, 404, 410].contains(status))
          let story: Comment = "\(other) before the call \(number) of \(one), of what was in \(list)"
          if one == .erase || other == .erase {
            try await Self.expectErased(session, second, story)
            continue
          }
          let lists = try await Self.lists(session, second)
          try #require(lists.count == 1, story)
          switch (one, other) {
          case (.hide, .complete), (.complete, .hide), (.hide, .hide): #expect(lists == [.waiting], story)
          case (.show, .show), (.show, .complete): #expect(lists == [.shown], story)
          // The session may wait again: nothing is shown that the host has not seen. What was shown stays so.
          case (.complete, .show), (.complete, .complete): if list == .shown { #expect(lists == [.shown], story) }
          // Two hosts.
          case (.show, .hide), (.hide, .show): break
          case (.erase, _), (_, .erase): break
          }
          #expect(try await second.store.all(prefix: "sessions/\(session)/order/").count == 1, story)
        }
      }
    }
  }

  @Test(arguments: Call.allCases)
  func `one that died is finished by the next`(_ call: Call) async throws {
    try await Self.run { first, second, interruption in
      for next in Call.allCases {
        for list in OrderList.allCases {
          for number in 0..<200 {
            let session = "\(next)-\(list)-\(number)"
            try await Self.begin(session, second, in: list)
            interruption.set(.dies, beforeCall: number)
            let status = try await call.send(session, to: first)
            if interruption.clear() { break }
            #expect(number < 199 && [200, 303, 503].contains(status))
            let story: Comment = "\(call) died before its call \(number), \(next) followed, of what was in \(list)"
            #expect([200, 303, 410].contains(try await next.send(session, to: second)), story)
            // An erasure that died may have left its tombstone or not; the next finishes it.
            if call == .erase || next == .erase {
              #expect(try await Call.erase.send(session, to: second) == 200)
              try await Self.expectErased(session, second, story)
              continue
            }
            let lists = try await Self.lists(session, second)
            try #require(lists.count == 1, story)
            switch next {
            case .show: #expect(lists == [.shown], story)
            case .hide: #expect(lists == [.waiting], story)
            case .complete: if call == .complete { #expect(lists == [list], story) }
            case .erase: break
            }
          }
        }
      }
    }
  }
}
