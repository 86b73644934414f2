import BoothCore
import BoothWeb
import Logging

/// The app's files of guests' e-mail addresses. Each holds those of all sessions of an event, and comes again, whole, with
/// every new address: what was erased of it must not come back.
extension Gallery {
  /// Takes an erased session's addresses out of a file; the others stay.
  func removeEmails(of session: SessionName, in path: String) async throws {
    guard let key = ObjectKey(path) else { return }
    do {
      try await keepEmails(in: key) { $0 != session.text }
    } catch let fault as JSONReader.Fault {
      throw ObjectStoreError(
        .unavailable, subject: path, detail: "is not JSON, so no address in it can be erased: \(fault)")
    }
  }

  /// Takes the addresses of every session that was erased out of a file that was just stored. As the tombstone is there
  /// before an erasure looks into the files, either it finds them here, or they are found now. A file that cannot be
  /// read stays as it came.
  func removeErasedEmails(in key: ObjectKey) async throws {
    var known: [String: Bool] = [:]
    do {
      try await keepEmails(in: key) { text in
        if let stays = known[text] { return stays }
        let session: SessionName
        do throws(RequestFault) { session = try SessionName(text) } catch { return true }
        let stays = try await !isErased(session)
        known[text] = stays
        return stays
      }
    } catch is JSONReader.Fault {
      logger.warning("a file of guests' e-mail addresses is not JSON, and is kept as it came")
    }
  }

  /// Keeps the entries whose session may stay, whoever else writes the file meanwhile.
  private func keepEmails(in key: ObjectKey, where stays: (String) async throws -> Bool) async throws {
    for _ in 0..<1000 {
      guard let (info, bytes) = try await store.readAll(key, limit: EventNames.mostEmailBytes) else { return }
      guard let entries = try JSONReader.read(bytes).array else { return }
      var kept: [JSONDocument] = []
      for entry in entries {
        if let session = entry["session_id"]?.string, try await !stays(session) { continue }
        kept.append(entry)
      }
      if kept.count == entries.count { return }
      do throws(ObjectStoreError) {
        _ = try await store.write(
          key, contentType: "application/json", condition: .ifMatch(info.etag), bytes: JSONDocument.array(kept).bytes)
        return
      } catch {
        guard error.code == .conditionFailed else { throw error }
      }
    }
    throw ObjectStoreError(.unavailable, subject: key.text, detail: "1000 writers came before this one")
  }
}
