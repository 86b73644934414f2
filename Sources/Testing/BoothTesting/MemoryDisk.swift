public import BoothCore
public import BoothVault
import Synchronization

/// A disk in memory that counts its flushes, and lets a test damage what is on it. Everything is durable at once.
public final class MemoryDisk: Disk {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var folders: Set<String> = [""]
    var flushes = 0
    var freeBytes: Int64 = 1 << 40
    var refusal: StoreError?
    var steps: Int?
  }

  public let root: String
  private let state = Mutex(State())

  public init(root: String = "/memory") { self.root = root }

  /// How many files and folders were flushed so far.
  public var flushes: Int { state.withLock { $0.flushes } }
  /// The paths of all files, sorted.
  public var files: [String] { state.withLock { $0.files.keys.sorted() } }

  public subscript(path: String) -> [UInt8]? {
    get { state.withLock { $0.files[path] } }
    set { state.withLock { $0.files[path] = newValue } }
  }

  public func setFreeBytes(_ bytes: Int64) { state.withLock { $0.freeBytes = bytes } }
  /// From now on everything that writes is refused; nil lets it write again.
  public func refuse(_ error: StoreError?) { state.withLock { $0.refusal = error } }
  /// Lets `steps` writing calls through, then refuses all, as a process that is killed; nil lets all through.
  public func die(after steps: Int?) { state.withLock { $0.steps = steps } }
  /// Everything that is on the other disk.
  public func copy(from other: MemoryDisk) {
    let (files, folders) = other.state.withLock { ($0.files, $0.folders) }
    state.withLock {
      $0.files = files
      $0.folders = folders
    }
  }

  private func change<Value>(_ body: (inout State) throws(StoreError) -> Value) throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = state.withLock { state in
      if let refusal = state.refusal { return .failure(refusal) }
      if let steps = state.steps {
        guard steps > 0 else { return .failure(StoreError(.failed, subject: root, detail: "the process died")) }
        state.steps = steps - 1
      }
      do throws(StoreError) { return .success(try body(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  /// Whether every name in it stays in its folder.
  private func isInside(_ path: String) -> Bool {
    path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { !["", ".", ".."].contains($0) }
  }

  /// Refuses a path that leads elsewhere, or into a folder that is not there.
  private func checkPlace(_ path: String, _ state: borrowing State) throws(StoreError) {
    guard isInside(path) else {
      throw StoreError(.failed, subject: root + "/" + path, detail: "is no path of names inside the root")
    }
    guard state.folders.contains(parent(of: path)) else { throw missing(path) }
  }

  private func parent(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "" }

  private func missing(_ path: String) -> StoreError {
    StoreError(.notFound, subject: root + "/" + path, detail: "there is no such file or folder")
  }

  public func makeFolder(_ path: String) throws(StoreError) -> Bool {
    try change { state throws(StoreError) in
      try checkPlace(path, state)
      guard state.files[path] == nil else {
        throw StoreError(.failed, subject: root + "/" + path, detail: "cannot make the folder: a file has its name")
      }
      return state.folders.insert(path).inserted
    }
  }

  public func create(_ path: String) throws(StoreError) -> any DiskFile {
    try change { state throws(StoreError) in
      try checkPlace(path, state)
      state.files[path] = []
    }
    return MemoryFile(disk: self, path: path)
  }

  fileprivate func append(_ bytes: [UInt8], to path: String) throws(StoreError) {
    try change { state throws(StoreError) in state.files[path, default: []] += bytes }
  }

  public func sync(_ path: String) throws(StoreError) {
    try change { state throws(StoreError) in
      guard state.files[path] != nil else { throw missing(path) }
      state.flushes += 1
    }
  }

  public func syncFolder(_ path: String) throws(StoreError) {
    try change { state throws(StoreError) in
      guard state.folders.contains(path) else { throw missing(path) }
      state.flushes += 1
    }
  }

  public func rename(_ path: String, to other: String) throws(StoreError) {
    try change { state throws(StoreError) in
      if state.folders.contains(path), state.files[other] == nil, !state.folders.contains(other) {
        try checkPlace(other, state)
        return move(path, to: other, &state)
      }
      guard let bytes = state.files[path] else { throw missing(path) }
      try checkPlace(other, state)
      state.files[path] = nil
      state.files[other] = bytes
    }
  }

  /// A folder with everything in it.
  private func move(_ folder: String, to other: String, _ state: inout State) {
    func renamed(_ path: String) -> String {
      path.hasPrefix(folder + "/") ? other + path.dropFirst(folder.count) : path
    }
    state.files = Dictionary(uniqueKeysWithValues: state.files.map { (renamed($0), $1) })
    state.folders = Set(state.folders.map { $0 == folder ? other : renamed($0) })
  }

  public func remove(_ path: String) throws(StoreError) {
    try change { state throws(StoreError) in state.files[path] = nil }
  }

  public func removeFolder(_ path: String) throws(StoreError) {
    try change { state throws(StoreError) in
      let inside = path + "/"
      let hasAny = state.files.keys.contains { $0.hasPrefix(inside) } || state.folders.contains { $0.hasPrefix(inside) }
      guard !hasAny else { return }
      state.folders.remove(path)
    }
  }

  public func read(_ path: String) throws(StoreError) -> [UInt8] {
    guard let bytes = self[path] else { throw missing(path) }
    return bytes
  }

  public func fingerprint(_ path: String) throws(StoreError) -> Fingerprint? {
    self[path].map { fingerprint(of: $0) }
  }

  /// FNV-1a, 64 bits: enough to know bytes again in a test.
  public func fingerprint(of bytes: [UInt8]) -> Fingerprint {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Fingerprint(sizeBytes: Int64(bytes.count), checksum: String(hash, radix: 16))
  }

  public func isOrdinary(_ path: String) throws(StoreError) -> Bool? {
    state.withLock { state in state.files[path] != nil ? true : state.folders.contains(path) ? false : nil }
  }

  public func names(in folder: String) throws(StoreError) -> [String] {
    let inside = folder.isEmpty ? "" : folder + "/"
    return state.withLock { state in
      let paths = Array(state.files.keys) + state.folders.filter { !$0.isEmpty }
      return paths.filter { $0.hasPrefix(inside) && !$0.dropFirst(inside.count).contains("/") }
        .map { String($0.dropFirst(inside.count)) }.filter { !$0.isEmpty }.sorted()
    }
  }

  public func space() throws(StoreError) -> DiskSpace {
    DiskSpace(freeBytes: state.withLock { $0.freeBytes }, totalBytes: 1 << 41)
  }
}

/// One thread at a time, as every ``DiskFile``.
private final class MemoryFile: DiskFile {
  let disk: MemoryDisk
  let path: String
  private var isOpen = true

  init(disk: MemoryDisk, path: String) {
    self.disk = disk
    self.path = path
  }

  private func checkOpen() throws(StoreError) {
    guard isOpen else { throw StoreError(.failed, subject: disk.root + "/" + path, detail: "the file was let go") }
  }

  func write(_ bytes: [UInt8]) throws(StoreError) {
    try checkOpen()
    try disk.append(bytes, to: path)
  }

  func sync() throws(StoreError) {
    try checkOpen()
    try disk.sync(path)
  }

  func close() { isOpen = false }
}
