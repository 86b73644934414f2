import BoothCore
import BoothSystem
import Crypto
import Documents
import FoundationEssentials
import Glibc
import Imaging
package import StudioModel
import Synchronization

/// Files of reports in the studio's folder, `reports/ORGANISATION/HASH`: each under the hash of its bytes, and so once; and who has
/// sent them, `senders/PERSON/HASH`, where a person is the hash of their id.
package struct FolderReportFiles: ReportFiles {
  package let folder: String
  /// Makes a JPEG of a file of whatever kind, by its path.
  package typealias Prepare = @Sendable (_ file: String) async throws(StudioPictureError) -> PreparedPicture
  private var prepare: Prepare?

  package init(folder: String) { self.folder = folder }

  /// The same, for who can also make pictures of kinds that browsers do not show: HEIC, AVIF, TIFF and others.
  package func preparing(_ prepare: @escaping Prepare) -> FolderReportFiles {
    var files = self
    files.prepare = prepare
    return files
  }

  /// Letters, digits, `-` and `_`; nil for what can be no folder of ours.
  func path(_ sha256: String, _ organisation: String) -> String? {
    let isPlain =
      !organisation.isEmpty && organisation.utf8.count <= 200
      && organisation.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
          || $0 == 0x5F
      }
    guard isPlain, ReportAttachment.isHash(sha256) else { return nil }
    return "\(folder)/\(organisation)/\(sha256.prefix(2))/\(sha256)"
  }

  private func mark(_ sha256: String, _ organisation: String, _ user: String) -> String {
    "\(folder)/\(organisation)/senders/\(Self.hash(Array(user.utf8)))/\(sha256)"
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  package func size(
    of sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) -> Int? {
    let mark = mark(sha256, organisation, user)
    guard path(sha256, organisation) != nil, access(mark, F_OK) == 0 else { return nil }
    utimensat(AT_FDCWD, mark, nil, 0)
    return try size(sha256, organisation)
  }

  /// Of what is there; the caller means to use it.
  private func size(_ sha256: String, _ organisation: String) throws(ReportFilesError) -> Int? {
    guard let path = path(sha256, organisation) else { return nil }
    let found: Result<Int?, ReportFilesError> = Self.turn.withLock { _ in
      var facts = stat()
      guard stat(path, &facts) == 0 else {
        if errno == ENOENT || errno == ENOTDIR { return .success(nil) }
        return .failure(.unavailable("\(path): \(SystemWords.of(errno))"))
      }
      guard facts.st_mode & S_IFMT == S_IFREG else { return .success(nil) }
      utimensat(AT_FDCWD, path, nil, 0)
      return .success(Int(facts.st_size))
    }
    return try found.get()
  }

  /// What is asked for is not removed as abandoned at the same moment.
  private static let turn = Mutex(())

  package func keep(
    file: String, size: Int, as sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) {
    guard let path = path(sha256, organisation), size > 0 else { throw .wrongHash }
    // What is there is whole: it got its name when all of it was on the disk.
    if try self.size(sha256, organisation) != size {
      try Self.writing(path) { () throws in
        let parent = String(path.dropLast(65))
        try DurableFile.makeFolder(parent)
        guard Self.device(of: file) != Self.device(of: parent) else { return try DurableFile.rename(file, to: path) }
        // Each of its own: two tabs may send one picture at the same moment.
        let whole = DurableFile.draft(of: path)
        try FaultPoint.step(.fileWrite, path) { () throws in
          try FileManager.default.moveItem(atPath: file, toPath: whole)
        }
        try DurableFile.rename(whole, to: path)
      }
    }
    let mark = mark(sha256, organisation, user)
    if utimensat(AT_FDCWD, mark, nil, 0) != 0 {
      try Self.writing(mark) { () throws in
        try DurableFile.makeFolder(String(mark.dropLast(65)))
        try DurableFile.replace(mark, with: [])
      }
    }
  }

  private static func writing(_ path: String, _ body: () throws -> Void) throws(ReportFilesError) {
    do { try body() } catch let fault as DurableFile.Fault {
      throw .unavailable("\(path): \(fault.words)")
    } catch {
      throw .unavailable("\(path): \(error)")
    }
  }

  package func sent(
    by user: String, since moment: Double, in organisation: String
  ) async throws(ReportFilesError) -> [SentAttachment] {
    guard path(String(repeating: "0", count: 64), organisation) != nil else { throw .wrongHash }
    var sent: [SentAttachment] = []
    let own = "\(folder)/\(organisation)/senders/\(Self.hash(Array(user.utf8)))"
    let unread = DurableFile.walk(own) { found in
      guard found.touchedAt >= moment, let path = path(found.name, organisation) else { return }
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return }
      sent.append(SentAttachment(sha256: found.name, size: Int64(facts.st_size), touchedAt: found.touchedAt))
    }
    if let first = unread.first { throw .unavailable(first) }
    return sent.sorted { ($0.touchedAt, $0.sha256) < ($1.touchedAt, $1.sha256) }
  }

  package func untouched(
    since moment: Double, in organisation: String
  ) async throws(ReportFilesError) -> [String] {
    guard path(String(repeating: "0", count: 64), organisation) != nil else { throw .wrongHash }
    let place = "\(folder)/\(organisation)"
    var hashes: Set<String> = []
    let unread = DurableFile.walk(place) { found in
      guard ReportAttachment.isHash(found.name), found.touchedAt < moment else { return }
      // Of a mark whose file is gone, too.
      let isMark = found.path.hasPrefix("senders/")
      if !isMark || path(found.name, organisation).map({ access($0, F_OK) != 0 }) ?? false { hashes.insert(found.name) }
    }
    if let first = unread.first { throw .unavailable(first) }
    return hashes.sorted()
  }

  package func remove(
    _ sha256: String, in organisation: String, untouchedSince moment: Double
  ) async throws(ReportFilesError) {
    guard let path = path(sha256, organisation) else { throw .wrongHash }
    let fault: DurableFile.Fault? = Self.turn.withLock { _ in
      var facts = stat()
      if stat(path, &facts) == 0, Double(facts.st_mtim.tv_sec) >= moment { return nil }
      do throws(DurableFile.Fault) {
        // The bytes first: a mark alone gives no access.
        if access(path, F_OK) == 0 { try DurableFile.remove(path) }
        var pictures: [String] = []
        let own = "\(sha256.prefix(2))/\(sha256)"
        DurableFile.walk("\(folder)/\(organisation)") {
          let isMade = $0.path == own + ".jpg" || $0.path.hasPrefix(own + "-") && $0.path.hasSuffix(".jpg")
          if isMade { pictures.append($0.path) }
        }
        for picture in pictures { try DurableFile.remove("\(folder)/\(organisation)/\(picture)") }
        var marks: [String] = []
        DurableFile.walk("\(folder)/\(organisation)/senders") { if $0.name == sha256 { marks.append($0.path) } }
        for mark in marks { try DurableFile.remove("\(folder)/\(organisation)/senders/\(mark)") }
        return nil
      } catch { return error }
    }
    if let fault { throw .unavailable("\(path): \(fault.words)") }
  }

  /// The disk that it is on; nil for what is not there.
  private static func device(of path: String) -> dev_t? {
    var facts = stat()
    return stat(path, &facts) == 0 ? facts.st_dev : nil
  }

  package func picture(
    _ sha256: String, in organisation: String, side: Int
  ) async throws(ReportFilesError) -> [UInt8]? {
    guard let path = path(sha256, organisation) else { return nil }
    // Made once: later readers get what is small.
    let made = "\(path)-\(side).jpg"
    if let jpeg = OrdinaryFile.bytes(made) { return jpeg }
    if let jpeg = await Self.apart({ Self.make(made, of: path, side) }) { return jpeg }
    guard let prepare, access(path, F_OK) == 0 else { return nil }
    let prepared: PreparedPicture
    do throws(StudioPictureError) { prepared = try await prepare(path) } catch {
      switch error {
      // What cannot be shown is not there; its bytes are kept.
      case .refused: return nil
      case .unavailable(let words): throw .unavailable(words)
      }
    }
    return await Self.apart {
      guard let jpeg = Self.jpeg(prepared.jpeg, side: side) else { return nil }
      Self.note(jpeg, as: made)
      return jpeg
    }
  }

  private static func note(_ jpeg: [UInt8], as made: String) {
    do throws(DurableFile.Fault) { try DurableFile.replace(made, with: jpeg) } catch {
      // A full disk shows it all the same, and makes it again next time.
    }
  }

  /// Where a file's picture is that came from elsewhere, made there for showing it: not the bytes that were sent.
  private static func shown(_ path: String) -> String { path + ".jpg" }

  /// Whether there is a file, or what came in its place.
  package func isThere(_ sha256: String, in organisation: String) -> Bool {
    guard let path = path(sha256, organisation) else { return false }
    return access(path, F_OK) == 0 || access(Self.shown(path), F_OK) == 0
  }

  /// Keeps what was fetched from elsewhere: bytes with this hash as the file itself, another picture in its place. What is no picture
  /// is not kept.
  package func keep(
    fetched bytes: [UInt8], as sha256: String, in organisation: String
  ) async throws(ReportFilesError) {
    guard let path = path(sha256, organisation) else { return }
    guard Self.hash(bytes) != sha256 else { return try keep(bytes, at: path) }
    guard let picture = await Self.apart({ Self.jpeg(bytes, side: Self.longestFetched) }) else { return }
    try keep(picture, at: Self.shown(path))
  }

  /// As large as pictures go to an organisation's apps.
  private static let longestFetched = 2000

  private func keep(_ bytes: [UInt8], at path: String) throws(ReportFilesError) {
    try Self.writing(path) { () throws in
      try DurableFile.makeFolder(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
      try DurableFile.replace(path, with: bytes)
    }
  }

  /// On a thread of its own, as it takes long.
  private static func apart(_ body: @Sendable @escaping () -> [UInt8]?) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      let fault = OwnThread.start("report picture") { continuation.resume(returning: body()) }
      if fault != 0 { continuation.resume(returning: nil) }
    }
  }

  /// One at a time has the bytes of what was sent, up to 50 MB, in memory.
  private static let making = Mutex(())

  private static func make(_ made: String, of path: String, _ side: Int) -> [UInt8]? {
    making.withLock { _ in
      if let jpeg = OrdinaryFile.bytes(made) { return jpeg }
      guard let bytes = OrdinaryFile.bytes(path) ?? OrdinaryFile.bytes(shown(path)), let jpeg = jpeg(bytes, side: side)
      else { return nil }
      note(jpeg, as: made)
      return jpeg
    }
  }

  /// Decoded and encoded again: nothing but pixels is left of what a person has sent.
  private static func jpeg(_ bytes: [UInt8], side: Int) -> [UInt8]? {
    do throws(ImageError) {
      let size = try PictureFacts(of: bytes, subject: "the picture").size
      guard size.width > 0, size.height > 0, size.area <= 100_000_000 else { return nil }
      let scale = min(1, Double(side) / Double(max(size.width, size.height)))
      let wanted = PixelSize(
        width: max(1, Int((Double(size.width) * scale).rounded())),
        height: max(1, Int((Double(size.height) * scale).rounded())))
      let bitmap =
        PNG.isPNG(bytes)
        ? try Bitmap(decoding: bytes, covering: wanted, subject: "the picture")
        : try JPEGCodec().decode(bytes, covering: wanted, subject: "the picture")
      return try JPEGCodec().encode(bitmap.size == wanted ? bitmap : Resampler.scale(bitmap, to: wanted), quality: 85)
    } catch {
      // What cannot be shown is not there; its bytes are kept.
      return nil
    }
  }
}
