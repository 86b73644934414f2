package import BoothCore
import Crypto
import FoundationEssentials
import Glibc
import HTTPTypes
import HummingbirdCore
import Synchronization

/// Takes in what people send: piece by piece to a file, hashed on the way, so that memory is the same for a letter and for a film.
///
/// So many come in at once, and so many of one person; one that stalls is ended, and a slow one gives its place to another where
/// places are short (``UploadPlaces``). Files lie in a folder of the receiver's own while
/// a person looks at them, and go with the request; what a kill has left goes at the next start.
package final class UploadReceiver: Sendable {
  /// How many, and how slow.
  package struct Limits: Sendable {
    /// At once, of everybody.
    package var total = 32
    /// At once, of one person: a browser has six connections.
    package var ofOne = 8
    /// Less than ``leastBytes`` in this time has stalled, also behind a proxy on this machine, whose connections look like our own.
    /// Who sends here is known, and has only so many at once: so however little comes, it goes on, as a telephone in a car park
    /// sends it. Others are held to ``ConnectionLimits``.
    package var patience = Duration.seconds(60)
    package var leastBytes: Int64 = 1
    /// In bytes a second, over ``paceWindow`` or half of it: what comes more slowly gives up its place where there is no other. A
    /// photograph takes half an hour then; any telephone that has a connection sends faster.
    package var leastPace: Int64 = 2000
    package var paceWindow = Duration.seconds(30)
    /// No upload is slow before.
    package var grace = Duration.seconds(5)

    package init() {}
  }

  private let folder: String
  private let limits: Limits
  private let room: UploadRoom?
  private let coming: Mutex<Coming>
  private let start = ContinuousClock.now

  /// Who has a place, and what comes there.
  private struct Coming: Sendable {
    var places: UploadPlaces
    var bodies: [UploadPlaces.ID: (source: ComingBody, close: @Sendable () -> Void)] = [:]
  }

  /// Touches nothing yet.
  /// - Parameters:
  ///   - folder: where files lie while they come; no other's.
  ///   - room: what the disk has for them; nil: as much as it takes.
  package init(folder: String, limits: Limits = Limits(), room: UploadRoom? = nil) {
    self.folder = folder
    self.limits = limits
    coming = Mutex(Coming(places: UploadPlaces(limits)))
    self.room = room
  }

  /// Makes the folder, without what lay in it from before.
  /// - Throws: ``UploadFault/unavailable(_:)``.
  package func prepare() throws(UploadFault) {
    do {
      if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .unavailable("\(folder) cannot be made: \(error)")
    }
  }

  /// Whether the disk has room for so many bytes that do not come as a body.
  /// - Throws: ``UploadFault/noRoom``.
  package func checkRoom(for bytes: Int64) throws(UploadFault) {
    guard room?.has(bytes) ?? true else { throw .noRoom }
  }

  /// How many bytes the disk has left for what comes in, in addition to what is on its way; nil if unknown.
  package var roomLeft: Int64? { room?.now }

  /// Lets a body in, for who has a place of their own to put it.
  /// - Parameters:
  ///   - person: whose it is, as they are counted.
  ///   - limit: in bytes.
  ///   - take: pulls the pieces, one after the other.
  /// - Throws: ``TooLargeFault``, ``UploadFault``, and what `take` throws.
  package func pieces<Value: Sendable>(
    of call: WebCall, _ context: WebContext, from person: String, upTo limit: Int64,
    _ take: (ByteStream) async throws -> Value
  ) async throws -> Value {
    let length = call.request.headers[.contentLength].flatMap { Int64($0) }
    if let length, length > limit { throw TooLargeFault() }
    let claim = try RoomClaim(room, length: length)
    let source = ComingBody(call.request.body, limit: limit, length: length, claim: claim)
    guard let place = enter(person, source, context.close) else { throw UploadFault.tooMany }
    defer { leave(place) }
    let watching = Task { [limits] in
      // A cancelled wait is a body that has come.
      while true {
        do { try await Task.sleep(for: limits.patience) } catch { return }
        if source.pace.withLock({ $0.hasStalled(atLeast: limits.leastBytes) }) { return context.close() }
      }
    }
    defer { watching.cancel() }
    context.keepsPace()
    call.askForBody(context)
    do {
      return try await take(
        ByteStream(unfolding: {
          let piece = try await source.next()
          self.note(place, source)
          return piece
        }))
    } catch {
      // The connection is closed under it; the reader's own words would be about that.
      throw source.pace.withLock({ $0.isOver }) ? UploadFault.cutShort : error
    }
  }

  /// Takes a body in to a file, which goes again unless `take` has moved it away.
  /// - Throws: as ``pieces(of:_:from:upTo:_:)``.
  package func receive<Value: Sendable>(
    _ call: WebCall, _ context: WebContext, from person: String, upTo limit: Int64,
    _ take: (ReceivedUpload) async throws -> Value
  ) async throws -> Value {
    let path = "\(folder)/\(UUID().uuidString)"
    // Gone already if it was taken.
    defer { unlink(path) }
    let file = try await pieces(of: call, context, from: person, upTo: limit) { pieces in
      let file = try ComingFile(path, in: folder)
      for try await piece in pieces { try file.write(piece) }
      return file.end()
    }
    return try await take(file)
  }

  /// How many bodies are coming.
  package var underWay: Int { coming.withLock { $0.bodies.count } }

  private var now: Instant { Instant(nanoseconds: 0) + (ContinuousClock.now - start) }

  /// - Returns: nil where there is no place.
  private func enter(
    _ person: String, _ source: ComingBody, _ close: @escaping @Sendable () -> Void
  ) -> UploadPlaces.ID? {
    let now = now
    let (place, gone) = coming.withLock { coming -> (UploadPlaces.ID?, (@Sendable () -> Void)?) in
      let bodies = coming.bodies
      let verdict = coming.places.enter(person, at: now) { id in
        bodies[id]?.source.pace.withLock { $0.isWaiting } ?? false
      }
      switch verdict {
      case .admitted(let place):
        coming.bodies[place] = (source, close)
        return (place, nil)
      case .admittedInsteadOf(let place, let gone):
        coming.bodies[place] = (source, close)
        let body = coming.bodies.removeValue(forKey: gone)
        body?.source.pace.withLock { $0.giveUp() }
        return (place, body?.close)
      case .refused: return (nil, nil)
      }
    }
    gone?()
    return place
  }

  private func note(_ place: UploadPlaces.ID, _ source: ComingBody) {
    let (received, now) = (source.pace.withLock { $0.received }, now)
    coming.withLock { $0.places.note(place, received: received, at: now) }
  }

  private func leave(_ place: UploadPlaces.ID) {
    coming.withLock { coming in
      coming.places.leave(place)
      coming.bodies[place] = nil
    }
  }
}

/// A body that has come whole, as a file.
package struct ReceivedUpload: Sendable, Equatable {
  /// Absolute; the file goes with the request.
  package var path: String
  package var size: Int
  /// Of all its bytes, as 64 hexadecimal digits.
  package var sha256: String

  package init(path: String, size: Int, sha256: String) {
    self.path = path
    self.size = size
    self.sha256 = sha256
  }
}

/// Why a body is not taken in.
package enum UploadFault: Error, Equatable, CustomStringConvertible {
  /// More come in at once than may.
  case tooMany
  /// It ended before it was whole, or stalled, or was too slow for a place that another one needs.
  case cutShort
  /// The disk has no room for it beside what the booth needs.
  case noRoom
  /// The disk refuses; in words.
  case unavailable(String)

  package var description: String {
    switch self {
    case .tooMany: "too many files come in at once"
    case .cutShort: "what was sent did not come whole"
    case .noRoom: "the disk has no room for it beside what the booth needs"
    case .unavailable(let words): words
    }
  }
}

/// Written as its bytes come, by one task after the other.
private final class ComingFile {
  private let path: String
  private let descriptor: Int32
  private var hash = SHA256()
  private var size = 0

  init(_ path: String, in folder: String) throws(UploadFault) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    var descriptor = open(path, flags, 0o600)
    if descriptor < 0, errno == ENOENT, mkdir(folder, 0o700) == 0 { descriptor = open(path, flags, 0o600) }
    self.descriptor = descriptor
    guard descriptor >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func write(_ bytes: [UInt8]) throws(UploadFault) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unavailable("\(path): \(String(cString: strerror(errno)))") }
      written += count
    }
    hash.update(data: bytes)
    size += bytes.count
  }

  func end() -> ReceivedUpload {
    let digits = hash.finalize().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return ReceivedUpload(path: path, size: size, sha256: digits)
  }
}
