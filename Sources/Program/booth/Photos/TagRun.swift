import BoothSystem
import Glibc
import PhotoLibrary
import PhotoModel
import PhotolalaFormat

/// Brings the colours of a folder of tags and ours together.
struct TagRun {
  let photos: DataFolderPhotos
  let folder: TagFolder
  /// Nothing is changed, anywhere.
  let isCheck: Bool
  /// The folder is as new: what it lacks was not taken off there.
  let isAfresh: Bool
  /// Whether the changes of all devices are put into the file of all tags.
  let isMerge: Bool

  /// One photo of ours that a person has given a colour.
  private struct Matched {
    var key: PhotoKey
    var ids: [TaggedID] = []

    /// What other programs know best comes first: new colours are written under that.
    mutating func add(_ id: TaggedID) { if !ids.contains(id) { ids.append(id) } }
  }

  private static let page = 5000

  func run(progress: (String) -> Void = { _ in }) async throws -> PhotosTagsAnswer {
    let lock = isCheck ? nil : try folder.lock()
    let own = isCheck ? nil : try ownLock()
    defer { withExtendedLifetime((lock, own)) {} }
    let contents = try folder.read()
    if isAfresh, !isCheck { try await photos.index.forgetTags(of: folder.path) }
    let memory = try await memory(contents)
    var answer = PhotosTagsAnswer(folder: folder.path, check: isCheck, cutOff: contents.isCutOff)
    answer.take(contents)
    let hashes = try WholeHashes(photos)
    let matched = try await match(contents.state, memory, hashes, &answer, progress)
    try await hashes.keep()
    progress("")
    (answer.read, answer.failed) = (hashes.read, hashes.failed)

    let device = isCheck ? "" : try device()
    let now = DataFolderPhotos.now
    var lines: [TagChange] = []
    var settled: [TagSettlement] = []
    for photo in matched.values.sorted(by: { $0.key.text < $1.key.text }) {
      let said = memory.said[photo.key.text] ?? .init()
      let agreement = TagAgreement(
        theirs: contents.state.colors(of: photo.ids), ours: Self.colors(said.ours), base: Self.colors(said.base),
        tried: Self.colors(said.tried), triedAs: Self.colors(said.triedAs))
      lines += contents.state.changes(
        of: photo.ids, agreement.said, to: agreement.agreed, now: now, device: device)
      settled.append(
        TagSettlement(
          key: photo.key, ours: said.ours, taken: PhotoTags(rawValue: agreement.taken.rawValue),
          told: PhotoTags(rawValue: agreement.said.rawValue), agreed: PhotoTags(rawValue: agreement.agreed.rawValue),
          base: PhotoTags(rawValue: agreement.base.rawValue)))
      answer.add(photo.key, photo.ids, agreement)
    }
    guard !isCheck else { return answer }
    answer.device = device
    // First there, then here: whatever ends this between the two, the next one finds that both agree.
    try await photos.index.note(tried: settled, with: folder.path)
    try folder.append(lines, of: device)
    try await photos.index.settle(settled, with: folder.path, hasMaster: contents.hasMaster, at: now)
    try sayAgain(lines, device)
    if isMerge {
      answer.merged = try folder.merge()
      try await photos.index.settle([], with: folder.path, hasMaster: true, at: now)
      answer.cutOff = false
    }
    return answer
  }

  /// What was agreed with the folder. One that has lost its files is not believed: everybody's colours would be taken off.
  private func memory(_ contents: TagFolder.Contents) async throws -> TagMemory {
    var memory = try await photos.index.tagMemory(of: folder.path)
    if isAfresh {
      for key in memory.said.keys {
        memory.said[key]?.base = []
        memory.said[key]?.tried = []
      }
      memory.hadMaster = nil
    }
    let hadBase = memory.said.values.contains { !$0.base.isEmpty }
    let isBare = !contents.hasMaster && contents.changes.isEmpty
    guard !(memory.hadMaster ?? false && !contents.hasMaster), !(hadBase && isBare) else {
      throw PhotoLibraryError.refused(
        "\(folder.path) had tags when they were brought together last, and \(TagChange.masterName) is not there now: is it all there, "
          + "its disk attached, its files downloaded? Nothing was changed; --afresh takes the folder as a new one, and takes no colour off"
      )
    }
    return memory
  }

  /// The program that merges takes our file away when it has read it; one that had read it before we wrote takes away what it has not
  /// read. That is looked for once more at the end.
  private func sayAgain(_ lines: [TagChange], _ device: String) throws(CatalogFolderError) {
    guard !lines.isEmpty else { return }
    let now = try folder.read()
    guard !now.changes.contains(TagFolder.name(of: device)) else { return }
    try folder.append(
      lines.filter { line in
        (now.state.merged.rows[line.id]?.flags.contains(line.flag) ?? false) != line.isAdded
      }, of: device)
  }

  // MARK: Which photos

  private func match(
    _ state: TagState, _ memory: TagMemory, _ hashes: WholeHashes, _ answer: inout PhotosTagsAnswer,
    _ progress: (String) -> Void
  ) async throws -> [String: Matched] {
    let ids = state.ids
    var missing = ids
    var matched: [String: Matched] = [:]
    var stale: [PhotoKey] = []
    func add(_ photo: IndexedBytes, _ id: TaggedID) {
      matched[photo.key.text, default: Matched(key: photo.key)].add(id)
      missing.remove(id)
    }
    func add(_ photo: IndexedBytes, _ md5: PhotoMD5) -> Bool {
      guard let id = TaggedID(.md5, md5.text), ids.contains(id) || memory.said[photo.key.text] != nil else {
        return false
      }
      add(photo, id)
      return true
    }
    var unhashed = 0
    var last: Int64 = 0
    while case let page = try await photos.index.bytes(behind: last, count: Self.page), let end = page.last {
      last = end.number
      for photo in page {
        let said = memory.said[photo.key.text]
        if photo.tags != said?.ours ?? [] { stale.append(photo.key) }
        var isFound = false
        if let md5 = photo.fullMD5.flatMap({ PhotoMD5($0) }) {
          isFound = add(photo, md5)
        } else if said != nil, let md5 = try await hashes.md5(of: photo) {
          isFound = add(photo, md5)
          progress("\(hashes.read) photos read")
        } else {
          unhashed += 1
        }
        guard hashes.kind(of: photo) == .applePhotos else { continue }
        let known = [TaggedID.Kind.icl, .apl].compactMap { TaggedID($0, photo.id.text) }.filter(ids.contains)
        for id in known { add(photo, id) }
        if !isFound, known.isEmpty, said != nil, let id = TaggedID(.apl, photo.id.text) { add(photo, id) }
      }
    }
    try await hashes.keep()
    // Only where the folder speaks of photos that were not found are the others read, each once for good.
    last = 0
    while unhashed > 0, missing.contains(where: { $0.kind == .md5 }),
      case let page = try await photos.index.bytes(behind: last, count: Self.page, isUnhashed: true),
      let end = page.last
    {
      last = end.number
      for photo in page where missing.contains(where: { $0.kind == .md5 }) {
        if let md5 = try await hashes.md5(of: photo) { _ = add(photo, md5) }
        progress("\(hashes.read) photos read, as the tags are of photos that are not known yet")
      }
    }
    if !isCheck { try await photos.index.show(stale) }
    answer.unknown = missing.count
    answer.waiting = memory.said.keys.count { matched[$0] == nil }
    return matched
  }

  private static func colors(_ tags: PhotoTags) -> TagColors { TagColors(rawValue: tags.rawValue & 0x7F) }

  // MARK: Who we are

  /// Keeps other runs of this data folder away.
  private func ownLock() throws -> PhotosFolder.ScanLock {
    guard let lock = photos.folder.waitingLock("tags") else {
      throw PhotoLibraryError.unavailable("\(photos.folder.path) cannot be written")
    }
    return lock
  }

  /// This data folder's name among devices, made once: nothing in it says whose it is, or where.
  private func device() throws -> String {
    let path = photos.folder.path + "/tags-device"
    if let bytes = OrdinaryFile.bytes(path) {
      let name = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? ""
      let isName = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
      if isName, (1...64).contains(name.utf8.count) { return name }
    }
    let name = "booth-" + String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    do throws(DurableFile.Fault) { try DurableFile.replace(path, with: Array((name + "\n").utf8)) } catch {
      throw PhotoLibraryError.unavailable("\(path) cannot be written (\(error.words)); nothing was changed")
    }
    return name
  }
}
