import BoothCore
import Crypto
import Logging
import WebSupport

/// Files of guests' e-mail addresses, one an event. An app, or a booth, sends its own whole file again with every new
/// address: what others have brought stays, and what was erased does not come back.
extension Gallery {
  /// Adds what has come to what is there, by session and address, but for what sessions have left that were erased.
  /// - Throws: `RequestFault` where it is no list, `TooLargeFault` where both together are more than can be read again.
  func storeEmails(_ arriving: [UInt8], in key: ObjectKey, contentType: String) async throws {
    guard let all = Self.list(arriving) else {
      throw RequestFault("expected a JSON array of guests' e-mail addresses")
    }
    for _ in 0..<1000 {
      let found = try await store.readAll(key, limit: EventNames.mostEmailBytes)
      let known = found.flatMap { Self.list($0.1) }
      if let found, known == nil { try await setAside(found.1, of: key) }
      let merged = Self.merged(known ?? [], all)
      let kept = try await withoutErased(merged)
      // As it came, where nothing was added to it or taken from it.
      let bytes = kept == all ? arriving : JSONDocument.array(kept).bytes
      if bytes.count > EventNames.mostEmailBytes { throw TooLargeFault() }
      do throws(ObjectStoreError) {
        _ = try await store.write(
          key, contentType: contentType, condition: found.map { .ifMatch($0.0.etag) } ?? .ifAbsent, bytes: bytes)
      } catch {
        guard error.code == .conditionFailed else { throw error }
        continue
      }
      // As a tombstone is there before an erasure looks into the files, either it finds these, or they are found now.
      return try await removeErasedEmails(in: key)
    }
    throw ObjectStoreError(.unavailable, subject: key.text, detail: "1000 writers came before this one")
  }

  private static func list(_ bytes: [UInt8]) -> [JSONDocument]? {
    do throws(JSONReader.Fault) { return try JSONReader.read(bytes).array } catch { return nil }
  }

  /// What is there, in its order, each as it came last; and what is new.
  private static func merged(_ known: [JSONDocument], _ arriving: [JSONDocument]) -> [JSONDocument] {
    var merged: [JSONDocument] = []
    var places: [Address: Int] = [:]
    for entry in known + arriving {
      let address = Address(entry)
      if let place = places[address] {
        merged[place] = entry
      } else {
        places[address] = merged.count
        merged.append(entry)
      }
    }
    return merged
  }

  /// What makes two entries one: a guest's address of a session; or, of an entry that has none, the whole of it.
  private struct Address: Hashable {
    private let texts: [String]

    init(_ entry: JSONDocument) {
      if let session = entry["session_id"]?.string, let email = entry["email"]?.string {
        texts = [session, email]
      } else {
        texts = [String(decoding: entry.bytes, as: UTF8.self)]
      }
    }
  }

  private func setAside(_ damaged: [UInt8], of key: ObjectKey) async throws(ObjectStoreError) {
    let digest = URLBase64.encode(SHA256.hash(data: damaged).prefix(9))
    do throws(ObjectStoreError) {
      _ = try await store.write(
        EventNames.damagedEmails(key, digest: digest), contentType: "application/json", condition: .ifAbsent,
        bytes: damaged)
    } catch {
      // These very bytes were set aside before.
      guard error.code == .conditionFailed else { throw error }
    }
    logger.error("a file of guests' e-mail addresses was damaged: it is set aside under private/damaged/")
  }

  /// Takes an erased session's addresses out of all of an event's files, a Worker's and damaged ones among them; the
  /// others stay.
  func removeEmails(of session: SessionName, event: EventID) async throws {
    var keys = EventNames.emails(event).compactMap { ObjectKey($0) }
    let names = keys.map(\.text)
    var prefixes = names.map { EventNames.damagedEmails(of: $0) }
    if event > 0 {
      prefixes += [EventNames.boothsEmails(event), EventNames.damagedEmails(of: EventNames.boothsEmails(event))]
    }
    for prefix in prefixes {
      keys += try await store.list(prefix: prefix, after: nil, limit: 1000).map(\.key).filter { !keys.contains($0) }
    }
    for key in keys { try await removeEmails(of: session, in: key) }
  }

  private func removeEmails(of session: SessionName, in key: ObjectKey) async throws {
    do {
      if try await keepEmails(in: key, { $0.filter { !Self.isOf(session, $0) } }) { return }
    } catch is JSONReader.Fault {}  // no JSON: as one that is no list
    try await change(key) { DamagedEmails.without(session.text, $0) }
  }

  /// An id that a booth has made is the same in small letters.
  private static func isOf(_ session: SessionName, _ entry: JSONDocument) -> Bool {
    guard let text = entry["session_id"]?.string else { return false }
    return text == session.text || SessionID(text)?.text == session.text
  }

  /// Takes the addresses of every session that was erased out of a file that was just stored.
  private func removeErasedEmails(in key: ObjectKey) async throws {
    do {
      try await keepEmails(in: key) { try await withoutErased($0) }
    } catch is JSONReader.Fault {
      logger.warning("a file of guests' e-mail addresses is not JSON, and is kept as it came")
    }
  }

  private func withoutErased(_ entries: [JSONDocument]) async throws -> [JSONDocument] {
    var known: [String: Bool] = [:]
    var kept: [JSONDocument] = []
    for entry in entries {
      guard let text = entry["session_id"]?.string else {
        kept.append(entry)
        continue
      }
      var stays = known[text]
      if stays == nil {
        let session: SessionName?
        do throws(RequestFault) { session = try SessionName(text) } catch { session = nil }
        if let session { stays = try await !isErased(session) }
        // As its tombstone has it, where the entry has it in small letters.
        if stays == true, let id = SessionID(text), id.text != text {
          stays = try await !isErased(try SessionName(id.text))
        }
        known[text] = stays ?? true
      }
      if stays ?? true { kept.append(entry) }
    }
    return kept
  }

  /// Keeps some of a file's entries, also while others write the file.
  /// - Returns: false where the file is no list.
  @discardableResult
  private func keepEmails(
    in key: ObjectKey, _ choose: ([JSONDocument]) async throws -> [JSONDocument]
  ) async throws -> Bool {
    var isList = true
    try await change(key) { bytes in
      guard let entries = try JSONReader.read(bytes).array else {
        isList = false
        return nil
      }
      let kept = try await choose(entries)
      return kept.count == entries.count ? nil : JSONDocument.array(kept).bytes
    }
    return isList
  }

  /// Changes a file, also while others write it; nothing where there is none, or `make` gives nil.
  private func change(_ key: ObjectKey, _ make: ([UInt8]) async throws -> [UInt8]?) async throws {
    for _ in 0..<1000 {
      guard let (info, bytes) = try await store.readAll(key, limit: EventNames.mostEmailBytes) else { return }
      guard let changed = try await make(bytes) else { return }
      do throws(ObjectStoreError) {
        _ = try await store.write(
          key, contentType: "application/json", condition: .ifMatch(info.etag), bytes: changed)
        return
      } catch {
        guard error.code == .conditionFailed else { throw error }
      }
    }
    throw ObjectStoreError(.unavailable, subject: key.text, detail: "1000 writers came before this one")
  }
}
