public import PhotoModel
public import Testing

/// What every `PhotoProvider` promises: run all `checks`, each on a source of its own.
///
/// ```swift
/// @Test(arguments: PhotoSourceConformance.checks)
/// func `a folder keeps the port's promise`(_ check: PhotoSourceConformance) async throws {
///   try await check.run(subject)
/// }
/// ```
public struct PhotoSourceConformance: Sendable, CustomTestStringConvertible {
  public let testDescription: String
  public let run: @Sendable (Subject) async throws -> Void

  /// A source with a few photos, and the hands that move them behind its back.
  public struct Subject {
    /// With at least two photos.
    public var source: any PhotoProvider
    /// All of its photos, with the bytes that each opens as.
    public var photos: [PhotoID: [UInt8]]
    /// Puts one more photo there, and says which.
    public var add: () async throws -> (PhotoID, [UInt8])
    /// Takes a photo away.
    public var remove: (PhotoID) async throws -> Void
    /// Takes the whole source away, or brings it back.
    public var setAway: (Bool) async throws -> Void
    /// Puts a film beside a photo, and says which; nil for sources whose films are no files beside pictures.
    public var addFilm: (() async throws -> (PhotoID, [UInt8]))?

    public init(
      _ source: any PhotoProvider, photos: [PhotoID: [UInt8]], add: @escaping () async throws -> (PhotoID, [UInt8]),
      remove: @escaping (PhotoID) async throws -> Void, setAway: @escaping (Bool) async throws -> Void,
      addFilm: (() async throws -> (PhotoID, [UInt8]))? = nil
    ) {
      self.source = source
      self.photos = photos
      self.add = add
      self.remove = remove
      self.setAway = setAway
      self.addFilm = addFilm
    }
  }

  init(_ promise: String, _ run: @escaping @Sendable (Subject) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  public static let checks: [PhotoSourceConformance] = [
    PhotoSourceConformance("a scan names each photo once, and ends with a mark") { subject in
      let found = try await Found(subject.source)
      #expect(found.entries.count == subject.photos.count && Set(found.entries.map(\.id)) == Set(subject.photos.keys))
      #expect(found.mark != nil && found.isMarkLast && !found.isUnchanged)
      #expect(found.entries.allSatisfy { !$0.name.isEmpty && !$0.name.contains("/") })
      for entry in found.entries where !entry.flags.contains(.edited) {
        if let size = entry.size { #expect(size == subject.photos[entry.id].map { Int64($0.count) }) }
      }
    },
    PhotoSourceConformance("a scan from its mark says that nothing changed, or says all again") { subject in
      let mark = try await Found(subject.source).mark
      let again = try await Found(subject.source, since: mark)
      if !again.isUnchanged { #expect(Set(again.entries.map(\.id)) == Set(subject.photos.keys)) }
      // A mark that was not made is no mark.
      let other = try await Found(subject.source, since: PhotoScanMark("of another source"))
      #expect(!other.isUnchanged && Set(other.entries.map(\.id)) == Set(subject.photos.keys))
    },
    PhotoSourceConformance("what comes is in the next scan; what goes is in none, and is not found") { subject in
      let first = try await Found(subject.source)
      let (id, bytes) = try await subject.add()
      let second = try await Found(subject.source, since: first.mark)
      #expect(second.entries.contains { $0.id == id })
      #expect(try await Self.bytes(subject.source, id) == bytes)
      try await subject.remove(id)
      let third = try await Found(subject.source, since: second.mark)
      #expect(!third.isUnchanged && Set(third.entries.map(\.id)) == Set(subject.photos.keys))
      #expect(await Self.failure { _ = try await subject.source.open(id) } == .itemNotFound)
    },
    PhotoSourceConformance("a photo opens with its own bytes, in any part of it") { subject in
      for (id, bytes) in subject.photos {
        #expect(try await Self.bytes(subject.source, id) == bytes)
        if case .file(let file) = try await subject.source.open(id) {
          let half = bytes.count / 2
          #expect(try file.read(at: Int64(half), count: 7) == Array(bytes[half...].prefix(7)))
          #expect(try file.read(at: Int64(bytes.count), count: 10).isEmpty)
          #expect(try file.read(at: Int64(bytes.count) + 1000, count: 10).isEmpty)
        }
        let identity = try await subject.source.identity(of: id)
        if let size = identity.size { #expect(size == Int64(bytes.count)) }
      }
    },
    PhotoSourceConformance("an id that is nobody's, or leads elsewhere, is not found") { subject in
      let known = try #require(subject.photos.keys.first).text
      let ids = [
        "", "/", ".", "..", "../" + known, known + "/..", known + "/" + known, "/etc/passwd", "../../../../etc/passwd",
        known + "\0",
        "\0", "%2e%2e%2f" + known, String(repeating: "a", count: 100_000), "' OR 1=1 --", known + " ",
        known.dropLast() + "~",
      ]
      for text in ids {
        let id = PhotoID(text)
        #expect(
          await Self.failure { _ = try await subject.source.open(id) } == .itemNotFound,
          "\(text.prefix(60).debugDescription)")
        #expect(await Self.failure { _ = try await subject.source.identity(of: id) } == .itemNotFound)
        let why = await Self.failure {
          if try await subject.source.thumbnail(of: id, shortSide: 256) != nil {
            throw PhotoSourceError.invalidData("a picture")
          }
        }
        #expect(why == nil || why == .itemNotFound)
      }
    },
    PhotoSourceConformance("a source that is away says so, and has everything when it is back") { subject in
      let mark = try await Found(subject.source).mark
      let id = try #require(subject.photos.keys.first)
      try await subject.setAway(true)
      // Nothing is said to be gone: a scan that ends well says everything.
      for since in [nil, mark] {
        guard
          case .sourceUnavailable(let words)? = await Self.failure({ _ = try await Found(subject.source, since: since) }
          )
        else {
          Issue.record("a source that is away was scanned")
          continue
        }
        #expect(!words.isEmpty)
      }
      #expect(await Self.failure { _ = try await subject.source.open(id) } != nil)
      try await subject.setAway(false)
      let back = try await Found(subject.source)
      #expect(Set(back.entries.map(\.id)) == Set(subject.photos.keys))
      #expect(try await Self.bytes(subject.source, id) == subject.photos[id])
    },
    PhotoSourceConformance("scans side by side, and one that is given up, disturb nobody") { subject in
      for try await _ in subject.source.scan(since: nil) { break }
      let source = subject.source
      let all = try await withThrowingTaskGroup(of: Set<PhotoID>.self) { group in
        for _ in 0..<4 { group.addTask { Set(try await Found(source).entries.map(\.id)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(all.allSatisfy { $0 == Set(subject.photos.keys) })
    },
    PhotoSourceConformance("a film beside a photo is no photo, is named apart, and opens with its own bytes") {
      subject in
      let first = try await Found(subject.source)
      #expect(first.films.isEmpty)
      for id in subject.photos.keys {
        // Where a source has films behind ids of its own, they are no ids of photos, and not found where there is none.
        guard let film = subject.source.film(of: id) else { continue }
        #expect(!subject.photos.keys.contains(film) && subject.source.film(of: film) == nil)
        #expect(await Self.failure { _ = try await subject.source.open(film) } == .itemNotFound)
      }
      guard let addFilm = subject.addFilm else { return }
      let (id, bytes) = try await addFilm()
      let second = try await Found(subject.source, since: first.mark)
      #expect(Set(second.entries.map(\.id)) == Set(subject.photos.keys) && second.films.map(\.id) == [id])
      #expect(second.films.allSatisfy { $0.flags.isSuperset(of: [.film, .beside]) })
      #expect(try await Self.bytes(subject.source, id) == bytes)
      try await subject.remove(id)
      #expect(try await Found(subject.source, since: second.mark).films.isEmpty)
      #expect(await Self.failure { _ = try await subject.source.open(id) } == .itemNotFound)
    },
    PhotoSourceConformance("it is what it says: the same identifier, exports, and a bin only where it can delete") {
      subject in
      #expect(subject.source.identifier == subject.source.identifier && !subject.source.displayName.isEmpty)
      #expect(subject.source.capabilities.contains(.export))
      #expect(subject.source.capabilities.contains(.delete) == (subject.source is any PhotoBin))
    },
  ]

  // MARK: Tools of the checks

  /// What a scan said.
  struct Found {
    var entries: [PhotoEntry] = []
    var films: [PhotoEntry] = []
    var mark: PhotoScanMark?
    var isMarkLast = false
    var isUnchanged = false

    init(_ source: any PhotoProvider, since mark: PhotoScanMark? = nil) async throws {
      for try await step in source.scan(since: mark) {
        isMarkLast = false
        switch step {
        case .entries(let more): entries += more
        case .films(let more): films += more
        case .mark(let new): (self.mark, isMarkLast) = (new, true)
        case .unchanged: isUnchanged = true
        case .sidecars, .skipped, .unreadable, .away, .remark: break
        }
      }
    }
  }

  static func bytes(_ source: any PhotoProvider, _ id: PhotoID) async throws -> [UInt8] {
    switch try await source.open(id) {
    case .bytes(let bytes): bytes
    case .file(let file): try file.read(at: 0, count: Int(file.count))
    }
  }

  static func failure(_ body: () async throws -> Void) async -> PhotoSourceError? {
    do {
      try await body()
      return nil
    } catch { return error as? PhotoSourceError ?? .loadFailed("\(error)") }
  }
}
