import BoothCore
public import Documents
import StudioModel

/// An organisation's bucket of pictures, over Firebase Storage's REST interface, with the rights of one person: the one that
/// Firebase's own libraries for apps speak (`/v0/b/BUCKET/o`), so that the organisation's Storage rules decide.
///
/// A picture's address holds a token of the storage's making, as the app keeps it; the address is enough for the
/// picture.
public final class FirebaseStorage: PictureStorage {
  /// Which bucket, and how patiently it is asked.
  public struct Settings: Sendable, Equatable {
    /// Where it answers, without a slash at its end.
    public var base = "https://firebasestorage.googleapis.com"
    /// `PROJECT.firebasestorage.app`, or `PROJECT.appspot.com`.
    public var bucket: String
    /// How long one request may take, to its answer's last byte.
    public var request = Duration.seconds(120)
    /// How long a call may take, with everything that is tried again.
    public var call = Duration.seconds(300)
    /// How often a request is sent before it counts as failed.
    public var attempts = 6
    /// The largest picture that is taken, in bytes.
    public var pictureBytes = 64 << 20
    /// Google's.
    public init(bucket: String) { self.bucket = bucket }
  }

  private let settings: Settings
  private let tokens: any TokenSource
  private let line: FirestoreLine
  private let timing: FirestoreDocumentStore.Timing

  /// - Parameter tokens: whose rights its calls have.
  public convenience init(_ settings: Settings, tokens: any TokenSource) {
    self.init(settings, tokens: tokens, timing: .system)
  }

  init(_ settings: Settings, tokens: any TokenSource, timing: FirestoreDocumentStore.Timing) {
    self.settings = settings
    self.tokens = tokens
    self.timing = timing
    line = FirestoreLine(limit: settings.request, answerBytes: settings.pictureBytes)
  }

  /// Closes the connections. It must not be used afterwards.
  public func shutdown() async throws { try await line.shutdown() }

  // MARK: The port

  /// By the object's facts.
  public func look(at name: String) async throws(PictureStorageError) -> StoredPicture? {
    let facts: [UInt8]
    do throws(StorageFault) {
      let bytes = try await call(name, isOurs: true) { [line, settings] token in
        await line.get(Self.url(settings, name), token: token)
      }
      facts = bytes
    } catch {
      guard error.kind == .notFound, !error.isBucket else { throw error.asPromised }
      return nil
    }
    return try picture(name, facts)
  }

  /// In one piece. Sent again after a cut, as twice is the same as once.
  public func upload(_ jpeg: [UInt8], as name: String) async throws(PictureStorageError) -> StoredPicture {
    guard jpeg.count <= settings.pictureBytes else {
      throw PictureStorageError(
        .tooLarge, subject: name, detail: "has \(jpeg.count) bytes; at most \(settings.pictureBytes) are sent")
    }
    let url = "\(settings.base)/v0/b/\(settings.bucket.percentEncoded)/o?name=\(name.percentEncoded)"
    let bytes: [UInt8]
    do throws(StorageFault) {
      bytes = try await call(name, isOurs: true) { [line] token in
        await line.post(url, jpeg, type: "image/jpeg", token: token)
      }
    } catch { throw error.asPromised }
    let picture = try picture(name, bytes)
    guard picture.holds(jpeg) else {
      throw PictureStorageError(.damaged, subject: name, detail: "what the storage keeps is not what was sent")
    }
    return picture
  }

  /// Held against the checksum that the storage names, where it names one. The person's token goes to no other host.
  public func download(_ address: String) async throws(PictureStorageError) -> [UInt8] {
    let subject = Self.subject(of: address)
    let isOurs = address.hasPrefix(settings.base + "/")
    guard isOurs || address.hasPrefix("https://") else {
      throw PictureStorageError(.damaged, subject: subject, detail: "its address is none of a storage, https://…")
    }
    do throws(StorageFault) {
      return try await call(subject, isOurs: false) { [line] _ in await line.get(address, token: nil) }
    } catch {
      throw error.asPromised
    }
  }

  /// Takes what lies under a name away; what is not there is gone.
  public func remove(_ name: String) async throws(PictureStorageError) {
    do throws(StorageFault) {
      _ = try await call(name, isOurs: true) { [line, settings] token in
        await line.get(Self.url(settings, name), token: token, deleting: true)
      }
    } catch {
      guard error.kind == .notFound, !error.isBucket else { throw error.asPromised }
    }
  }

  /// The name of the object that an address of this storage leads to, in whichever bucket; nil for other addresses.
  public func name(of address: String) -> String? {
    let start = "\(settings.base)/v0/b/"
    guard address.hasPrefix(start) else { return nil }
    let parts = address.dropFirst(start.utf8.count).prefix { $0 != "?" }.split(separator: "/")
    guard parts.count == 3, parts[1] == "o" else { return nil }
    return String(parts[2]).percentDecoded
  }

  // MARK: Addresses

  private static func url(_ settings: Settings, _ name: String) -> String {
    "\(settings.base)/v0/b/\(settings.bucket.percentEncoded)/o/\(name.percentEncoded)"
  }

  /// The object's name, without the token.
  static func subject(of address: String) -> String {
    let path = address.prefix { $0 != "?" }
    let last = path.split(separator: "/").last.map(String.init) ?? ""
    let name = last.replacing("%2F", with: "/").replacing("%2f", with: "/")
    return "picture "
      + String(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(160).map(Character.init))
  }

  /// What the storage says of an object.
  private func picture(_ name: String, _ bytes: [UInt8]) throws(PictureStorageError) -> StoredPicture {
    let garbage = PictureStorageError(
      .unavailable, subject: name, detail: "the answer is none of Firebase Storage's")
    let json: DocumentJSON
    do throws(DocumentJSONFault) { json = try DocumentJSON(bytes: bytes) } catch { throw garbage }
    guard let size = json["size"]?.text.flatMap({ Int64($0) }), json["name"]?.text == name,
      let token = json["downloadTokens"]?.text?.split(separator: ",").first
    else { throw garbage }
    return StoredPicture(
      name: name, bytes: size, crc32c: json["crc32c"]?.text.flatMap { CRC32C.read($0) },
      address: "\(Self.url(settings, name))?alt=media&token=\(String(token).percentEncoded)")
  }

  // MARK: Calling

  /// Sends until an answer comes, or none is to be hoped for.
  private func call(
    _ subject: String, isOurs: Bool, _ send: (String?) async -> FirestoreOutcome
  ) async throws(StorageFault) -> [UInt8] {
    var attempts = FirestoreAttempts(
      subject: subject, isRepeatable: true, isQuery: false, most: settings.attempts,
      deadline: timing.now() + settings.call)
    var token: String?
    if isOurs { token = try await asFault(subject) { () throws(DocumentStoreError) in try await tokens.token() } }
    while true {
      let outcome = await send(token)
      if case .answered(let bytes) = outcome { return bytes }
      let refusal = StorageRefusal(outcome)
      if let kind = refusal.kind, kind != .unauthenticated || !isOurs {
        // The person was not asked for: the address alone was not good enough.
        throw StorageFault(
          kind: kind == .unauthenticated ? .permissionDenied : kind, subject: subject, detail: refusal.words,
          isBucket: refusal.isBucket)
      }
      switch attempts.failed(refusal.outcome, at: timing.now(), random: timing.random()) {
      case .end(let error): throw StorageFault(error)
      case .againWithNewToken:
        if let refused = token {
          token = try await asFault(subject) { () throws(DocumentStoreError) in
            try await tokens.token(insteadOf: refused)
          }
        }
      case .again(let delay):
        await timing.wait(delay)
        if Task.isCancelled {
          throw StorageFault(kind: .cancelled, subject: subject, detail: "the task was cancelled", isBucket: false)
        }
      }
    }
  }

  private func asFault<Value>(
    _ subject: String, _ body: () async throws(DocumentStoreError) -> Value
  ) async throws(StorageFault) -> Value {
    do throws(DocumentStoreError) { return try await body() } catch { throw StorageFault(error) }
  }
}
