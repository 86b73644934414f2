import BoothCore
import BoothSystem
import Glibc
import Synchronization

/// Pictures in packed files: one read for each, no file of its own for any. What is there is found again from the packs
/// themselves, whenever the program was killed.
///
/// Takes no more of the disk than its quota: beyond it the pictures that were asked for the longest ago go, until a fifth is
/// free. One program writes a folder; others that open it meanwhile only read. Calls may come from any thread; they read or write
/// one picture's kilobytes, and now and then whole packs where room is made.
public final class ThumbnailStore: Sendable {
  /// A pack is closed at this length, and the next begun.
  static let packBytes = 64 << 20
  /// What is left of the quota when room was made.
  static let keptShare = 0.8

  struct Name: Hashable {
    var high: UInt64
    var low: UInt64
  }

  struct Entry {
    var pack: Int
    var offset: Int
    var count: Int
    var use: UInt64
  }

  private struct State {
    var packs: [Int: ThumbnailPack] = [:]
    var entries: [Name: Entry] = [:]
    /// Bytes of each pack's file.
    var lengths: [Int: Int] = [:]
    var clock: UInt64 = 0
    var trouble: String?
    var total: Int { lengths.values.reduce(0, +) }
    var last: Int { lengths.keys.max() ?? 0 }
  }

  private let folder: String
  private let quotaBytes: Int
  private let packBytes: Int
  private let left: @Sendable () -> Int64?
  private let lock: Int32
  private let state: Mutex<State>
  /// Whether this program may write here.
  public let isWritten: Bool

  /// Opens a folder of packs, or makes it.
  /// - Parameter left: how many bytes may still be written to the disk, beside what others need of it; negative where pictures are to
  ///   go for others, nil if unknown.
  /// - Throws: `.failed` where the folder cannot be made or read.
  public convenience init(
    folder: String, quotaBytes: Int, left: @escaping @Sendable () -> Int64? = { nil }
  ) throws(ThumbnailError) {
    try self.init(folder: folder, quotaBytes: quotaBytes, packBytes: Self.packBytes, left: left)
  }

  init(
    folder: String, quotaBytes: Int, packBytes: Int, left: @escaping @Sendable () -> Int64? = { nil }
  ) throws(ThumbnailError) {
    self.folder = folder
    self.left = left
    self.quotaBytes = quotaBytes
    self.packBytes = packBytes
    try Self.makeFolder(folder)
    lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw Self.error(folder) }
    isWritten = flock(lock, LOCK_EX | LOCK_NB) == 0
    state = Mutex(State())
    try scan()
  }

  deinit {
    flush()
    close(lock)
  }

  // MARK: Asking

  /// The picture that is kept under a key; nil where there is none, or its bytes are no longer whole.
  public func thumbnail(_ key: ThumbnailKey, _ size: ThumbnailSize) -> Thumbnail? {
    let text = Self.bytes(key)
    let name = Self.name(text, size)
    let place = state.withLock { state -> (ThumbnailPack, Entry)? in
      guard let entry = state.entries[name], let pack = state.packs[entry.pack] else { return nil }
      state.clock += 1
      state.entries[name]?.use = state.clock
      return (pack, entry)
    }
    guard let (pack, entry) = place else { return nil }
    // Without the lock: a pack whose name is gone is still read to its end.
    if let bytes = pack.read(entry.offset, entry.count),
      let thumbnail = ThumbnailRecord.thumbnail(bytes, key: text, size)
    {
      return thumbnail
    }
    state.withLock { state in
      if let now = state.entries[name], now.pack == entry.pack, now.offset == entry.offset { state.entries[name] = nil }
    }
    return nil
  }

  /// The colours of a photo of which a picture of any size is kept.
  public func placeholder(_ key: ThumbnailKey) -> PhotoPlaceholder? {
    let text = Self.bytes(key)
    for size in ThumbnailSize.allCases {
      let place = state.withLock { state in
        state.entries[Self.name(text, size)].flatMap { entry in state.packs[entry.pack].map { ($0, entry) } }
      }
      guard let (pack, entry) = place, let bytes = pack.read(entry.offset, ThumbnailRecord.headBytes + text.count),
        let head = ThumbnailRecord.head(bytes[...]), bytes[ThumbnailRecord.headBytes...].elementsEqual(text)
      else { continue }
      return head.placeholder
    }
    return nil
  }

  /// Whether a picture is kept, without reading it.
  public func holds(_ key: ThumbnailKey, _ size: ThumbnailSize) -> Bool {
    state.withLock { $0.entries[Self.name(Self.bytes(key), size)] != nil }
  }

  /// How many pictures are kept.
  public var count: Int { state.withLock { $0.entries.count } }
  /// What the packs take of the disk, in bytes.
  public var diskBytes: Int { state.withLock { $0.total } }
  /// Why pictures are not kept at the moment; nil where they are.
  public var trouble: String? { state.withLock { $0.trouble } }

  // MARK: Keeping

  /// Keeps a picture, instead of one that was there.
  /// - Returns: whether it is kept; otherwise ``trouble`` says why not.
  @discardableResult
  public func keep(_ thumbnail: Thumbnail, _ key: ThumbnailKey, _ size: ThumbnailSize) -> Bool {
    let text = Self.bytes(key)
    let record = ThumbnailRecord.bytes(thumbnail, key: text, size)
    return state.withLock { state in
      guard isWritten else {
        state.trouble = "another program writes \(folder)"
        return false
      }
      if let left = left(), left < record.count {
        // What can be made again goes for what cannot.
        giveWay(record.count - Int(clamping: left), &state)
        state.trouble = "the disk has no room for small pictures in \(folder) beside what others need"
        return false
      }
      guard append(record, Self.name(text, size), use: nil, &state) else { return false }
      if state.total > quotaBytes { makeRoom(&state, Int(Double(quotaBytes) * Self.keptShare)) }
      return true
    }
  }

  /// Writes down when each picture was last asked for, so that the next program knows it. A program that is killed loses that,
  /// and nothing else.
  public func flush() {
    guard isWritten else { return }
    let uses = state.withLock { state in state.entries.map { ($0.key, $0.value.use) } }
    ThumbnailUses.write(uses, folder)
  }

  /// Forgets everything, and takes it from the disk.
  public func removeAll() {
    guard isWritten else { return }
    state.withLock { state in
      for pack in state.packs.values { pack.remove() }
      state.packs = [:]
      state.lengths = [:]
      state.entries = [:]
    }
    ThumbnailUses.write([], folder)
  }

  private func append(_ record: [UInt8], _ name: Name, use: UInt64?, _ state: inout State) -> Bool {
    var number = max(state.last, 1)
    if let length = state.lengths[number], length + record.count > packBytes, length > 0 { number += 1 }
    if state.packs[number] == nil {
      guard let pack = ThumbnailPack(folder: folder, number: number, isWritten: true) else {
        state.trouble = "\(folder) cannot be written: \(SystemWords.of(errno))"
        return false
      }
      pack.cut(at: 0)
      state.packs[number] = pack
      state.lengths[number] = 0
    }
    guard let pack = state.packs[number], let at = state.lengths[number] else { return false }
    let failure = pack.write(record, at: at)
    guard failure == 0 else {
      // What was written of it is written over next.
      pack.cut(at: at)
      state.trouble = "\(folder) cannot be written: \(SystemWords.of(failure))"
      return false
    }
    state.clock += 1
    state.trouble = nil
    state.lengths[number] = at + record.count
    state.entries[name] = Entry(pack: number, offset: at, count: record.count, use: use ?? state.clock)
    return true
  }

  // MARK: Making room

  /// Lets the pictures go that were asked for the longest ago, then writes the packs anew that hold the most of what is gone,
  /// until the share is reached that is kept.
  private func makeRoom(_ state: inout State, _ goal: Int) {
    var live = 0
    for (name, entry) in state.entries.sorted(by: { $0.value.use > $1.value.use }) {
      live += entry.count
      if live > goal { state.entries[name] = nil }
    }
    var liveOf: [Int: [(name: Name, entry: Entry)]] = [:]
    for (name, entry) in state.entries { liveOf[entry.pack, default: []].append((name, entry)) }
    let dead = state.lengths.map { number, length in
      (number: number, bytes: length - (liveOf[number] ?? []).reduce(0) { $0 + $1.entry.count })
    }
    for (number, bytes) in dead.sorted(by: { $0.bytes > $1.bytes }) where bytes > 0 && state.total > goal {
      guard let pack = state.packs[number] else { continue }
      // What is written anew goes into another pack.
      if number == state.last { beginPack(&state) }
      for (name, entry) in (liveOf[number] ?? []).sorted(by: { $0.entry.offset < $1.entry.offset }) {
        state.entries[name] = nil
        if let record = pack.read(entry.offset, entry.count) { _ = append(record, name, use: entry.use, &state) }
      }
      pack.remove()
      state.packs[number] = nil
      state.lengths[number] = nil
    }
  }

  /// Lets whole packs go, those first that were asked for the longest ago: nothing is written for it, on a disk that has no room.
  private func giveWay(_ bytes: Int, _ state: inout State) {
    var uses: [Int: UInt64] = [:]
    for entry in state.entries.values { uses[entry.pack] = max(uses[entry.pack] ?? 0, entry.use) }
    var wanted = bytes
    for (number, length) in state.lengths.sorted(by: { (uses[$0.key] ?? 0, $0.key) < (uses[$1.key] ?? 0, $1.key) }) {
      guard wanted > 0 else { break }
      guard let pack = state.packs[number], length > 0 else { continue }
      wanted -= length
      state.entries = state.entries.filter { $0.value.pack != number }
      pack.remove()
      state.packs[number] = nil
      state.lengths[number] = nil
    }
  }

  private func beginPack(_ state: inout State) {
    let number = state.last + 1
    guard let pack = ThumbnailPack(folder: folder, number: number, isWritten: true) else { return }
    pack.cut(at: 0)
    state.packs[number] = pack
    state.lengths[number] = 0
  }

  // MARK: Opening

  private func scan() throws(ThumbnailError) {
    guard let names = Self.names(folder) else { throw Self.error(folder) }
    let uses = ThumbnailUses.read(folder)
    state.withLock { state in
      for number in names.compactMap(Self.number).sorted() {
        guard let pack = ThumbnailPack(folder: folder, number: number, isWritten: isWritten) else { continue }
        let end = pack.scan { head, key, at in
          state.clock += 1
          let name = Self.name(key, head.size)
          state.entries[name] = Entry(pack: number, offset: at, count: head.count, use: uses[name] ?? 0)
        }
        if isWritten, end < pack.count { pack.cut(at: end) }
        state.packs[number] = pack
        state.lengths[number] = end
      }
      // Those that nothing is known of were kept in the order in which they stand.
      let unknown = state.entries.filter { $0.value.use == 0 }.sorted {
        ($0.value.pack, $0.value.offset) < ($1.value.pack, $1.value.offset)
      }
      let most = uses.values.max() ?? 0
      for (index, (name, _)) in unknown.enumerated() { state.entries[name]?.use = most + UInt64(index) + 1 }
      state.clock = most + UInt64(unknown.count) + 1
    }
  }

  private static func number(_ name: String) -> Int? {
    name.hasSuffix(".pack") && name.utf8.count == 13 ? Int(name.dropLast(5)) : nil
  }

  private static func names(_ folder: String) -> [String]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private static func makeFolder(_ folder: String) throws(ThumbnailError) {
    var path = ""
    for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
      path += (path.isEmpty && !folder.hasPrefix("/") || path == "/" ? "" : "/") + part
      if !path.isEmpty, path != "/" { mkdir(path, 0o700) }
    }
    var facts = stat()
    guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { throw error(folder) }
  }

  private static func error(_ folder: String) -> ThumbnailError {
    ThumbnailError(.failed, "\(folder) cannot be used for pictures: \(SystemWords.of(errno))")
  }

  private static func bytes(_ key: ThumbnailKey) -> [UInt8] {
    Array(key.text.utf8.prefix(ThumbnailRecord.mostKeyBytes))
  }

  /// Two sums; whether it is the right one is seen by the key itself.
  static func name(_ key: [UInt8], _ size: ThumbnailSize) -> Name {
    let seed = UInt8(ThumbnailSize.allCases.firstIndex(of: size) ?? 0)
    return Name(high: ThumbnailRecord.sum((key + [seed])[...]), low: ThumbnailRecord.sum(([seed, 0x5A] + key)[...]))
  }
}
