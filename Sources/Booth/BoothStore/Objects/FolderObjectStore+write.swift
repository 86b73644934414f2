public import BoothCore
import Glibc

extension FolderObjectStore {
  /// Collects the bytes in a draft of the store's own, which goes again if anything throws. The condition is looked at
  /// twice: before the bytes come, and when they are moved into place. Waits for the key's lock, also while another
  /// process has it. `refused`: a key of the store's own, a content type over 255 bytes, or a name that is a folder.
  public func write(
    _ key: ObjectKey, contentType: String, condition: WriteCondition, sizeBytes: Int64?, body: ByteStream
  ) async throws(ObjectStoreError) -> ObjectInfo {
    try checkKey(key)
    guard contentType.utf8.count <= 255, contentType.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "\u{7F}" })
    else {
      throw ObjectStoreError(
        .refused, subject: key.text, detail: "expected a content type of at most 255 bytes without control characters")
    }
    let draft = try await writers.run { () throws(ObjectStoreError) in
      // Looked at before the bytes come, to be spared them, and again when they have come.
      try check(condition, key)
      return try about(key.text) { () throws(SystemFault) in try ObjectDraft(in: folder, label: key.name) }
    }
    do throws(ObjectStoreError) {
      try await fill(draft, key, sizeBytes, body)
      return try await writers.run { () throws(ObjectStoreError) in
        try commit(draft, as: key, contentType, condition)
      }
    } catch {
      // Before the caller hears of it, so that a full disk has its room again.
      await writers.run { draft.discard() }
      throw error
    }
  }

  private func checkKey(_ key: ObjectKey) throws(ObjectStoreError) {
    if key.isRecordKeeping {
      throw ObjectStoreError(
        .refused, subject: key.text, detail: "keys in \(ObjectFolder.recordKeeping)/ are the store's own")
    }
  }

  private func check(_ condition: WriteCondition, _ key: ObjectKey) throws(ObjectStoreError) {
    let found = try about(key.text) { () throws(SystemFault) in try folder.info(key) }
    switch condition {
    case .always: return
    case .ifAbsent where found == nil: return
    case .ifAbsent:
      throw ObjectStoreError(.conditionFailed, subject: key.text, detail: "exists already")
    case .ifMatch(let etag) where found?.etag == etag: return
    case .ifMatch(let etag):
      throw ObjectStoreError(
        .conditionFailed, subject: key.text, detail: "expected version \(etag), found \(found?.etag ?? "no object")")
    }
  }

  /// Writes the body into the draft, gathered into pieces worth a call.
  private func fill(
    _ draft: ObjectDraft, _ key: ObjectKey, _ sizeBytes: Int64?, _ body: ByteStream
  ) async throws(ObjectStoreError) {
    let subject = key.text
    var gathered: [UInt8] = []
    var count: Int64 = 0
    func flush() async throws(ObjectStoreError) {
      let bytes = gathered
      gathered = []
      if bytes.isEmpty { return }
      try await writers.run { () throws(ObjectStoreError) in
        try about(subject) { () throws(SystemFault) in try draft.append(bytes) }
      }
    }
    var pieces = body.makeAsyncIterator()
    while let piece = try await next(&pieces, after: count, subject) {
      count += Int64(piece.count)
      if let sizeBytes, count > sizeBytes {
        throw ObjectStoreError(.incomplete, subject: subject, detail: "more came than the \(sizeBytes) bytes promised")
      }
      gathered += piece
      if gathered.count >= Self.pieceBytes { try await flush() }
    }
    try await flush()
    if let sizeBytes, count != sizeBytes {
      throw ObjectStoreError(.incomplete, subject: subject, detail: "\(count) of \(sizeBytes) bytes came")
    }
  }

  private func next(
    _ pieces: inout ByteStream.AsyncIterator, after count: Int64, _ subject: String
  ) async throws(ObjectStoreError) -> [UInt8]? {
    do {
      if let piece = try await pieces.next() { return piece }
    } catch {
      throw ObjectStoreError(.incomplete, subject: subject, detail: "the body broke off after \(count) bytes: \(error)")
    }
    // A stream of a task that was cancelled just ends.
    if Task.isCancelled {
      throw ObjectStoreError(.incomplete, subject: subject, detail: "cancelled after \(count) bytes")
    }
    return nil
  }

  /// One unit of work under the key's lock: checks, makes folders, moves the bytes into place.
  private func commit(
    _ draft: ObjectDraft, as key: ObjectKey, _ contentType: String, _ condition: WriteCondition
  ) throws(ObjectStoreError) -> ObjectInfo {
    let status = try about(key.text) { () throws(SystemFault) in try draft.seal() }
    let lock = try about(key.text) { () throws(SystemFault) in try folder.lock(key) }
    defer { withExtendedLifetime(lock) {} }
    try check(condition, key)
    let placed = try about(key.text) { () throws(SystemFault) in
      let noted = contentType != ContentTypes.type(ofName: key.name)
      if noted { try folder.noteType(contentType, of: key, status) }
      do throws(SystemFault) {
        if try place(draft, key) { return true }
      } catch {
        if noted { try folder.forgetType(of: key, status) }
        throw error
      }
      if noted { try folder.forgetType(of: key, status) }
      return false
    }
    // Taken away while the bytes came: they are not where anybody finds them.
    try about(key.text) { () throws(SystemFault) in _ = try folder.root() }
    guard placed else {
      let found = try about(key.text) { () throws(SystemFault) in try folder.obstacle(to: key) }
      throw ObjectStoreError(
        .refused, subject: key.text,
        detail: found.map {
          "an object and a folder cannot have the same name: \($0.name) is \($0.kind.words), no folder: move it away"
        }
          ?? "an object and a folder cannot have the same name: other objects lie under this key")
    }
    folder.place.wrote(key, status)
    return ObjectInfo(key: key, sizeBytes: Int64(status.st_size), contentType: contentType, etag: status.etag)
  }

  /// Moves the draft to its key; false where the key collides with another object's.
  private func place(_ draft: ObjectDraft, _ key: ObjectKey) throws(SystemFault) -> Bool {
    while true {
      guard let parent = try folder.makeParent(of: key) else { return false }
      let old = try parent.status(of: key.name)
      do throws(SystemFault) {
        try draft.move(to: parent, key.name)
      } catch let error where error.number == ENOENT {
        // A delete of the last object beside it has just taken the folder away.
        guard try draft.exists() else { throw error }
        continue
      } catch let error where error.number == EISDIR {
        // An empty folder is no object and may go; a deleter, or another's object, may be there first.
        if unlinkat(parent.descriptor, key.name, AT_REMOVEDIR) == 0 { continue }
        let failure = SystemFault("rmdir")
        switch failure.number {
        case ENOENT, ENOTDIR: continue
        case ENOTEMPTY, EEXIST: return false
        default: throw failure
        }
      }
      if let old { try folder.forgetType(of: key, old) }
      return true
    }
  }
}
