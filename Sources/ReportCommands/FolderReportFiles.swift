import BoothCore
import BoothImaging
import BoothSystem
import Crypto
package import DailyReports
import FoundationEssentials
import Glibc
import Synchronization

/// Files of reports in the studio's folder, `reports/ORGANISATION/HASH`: each under the hash of its bytes, and so once; and who has
/// sent them, `senders/PERSON/HASH`, where a person is the hash of their id.
package struct FolderReportFiles: ReportFiles {
  package let folder: String

  package init(folder: String) { self.folder = folder }

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
    guard let path = path(sha256, organisation), access(mark(sha256, organisation, user), F_OK) == 0 else { return nil }
    touch(path)
    return try size(sha256, organisation)
  }

  private func size(_ sha256: String, _ organisation: String) throws(ReportFilesError) -> Int? {
    guard let path = path(sha256, organisation) else { return nil }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unavailable("\(path): \(String(cString: strerror(errno)))")
    }
    return facts.st_mode & S_IFMT == S_IFREG ? Int(facts.st_size) : nil
  }

  package func keep(
    file: String, size: Int, as sha256: String, in organisation: String, from user: String
  ) async throws(ReportFilesError) {
    guard let path = path(sha256, organisation), size > 0 else { throw .wrongHash }
    // What is there is whole: it got its name when all of it was on the disk.
    if try self.size(sha256, organisation) != size {
      try keep(path) { parent throws in
        if Self.device(of: file) == Self.device(of: parent) { return file }
        // Each of its own: two tabs may send one picture at the same moment.
        let whole = "\(path).\(UUID().uuidString).tmp"
        try FileManager.default.moveItem(atPath: file, toPath: whole)
        return whole
      }
    }
    touch(path)
    let mark = mark(sha256, organisation, user)
    if access(mark, F_OK) != 0 {
      try keep(mark) { _ throws in
        let whole = "\(mark).\(UUID().uuidString).tmp"
        try DurableFile.replace(whole, with: [])
        return whole
      }
    }
  }

  /// Gives a whole file its name, and makes the names of the folders up to ours last.
  /// - Parameter file: where it is, for the folder that it comes to.
  private func keep(_ path: String, _ file: (String) throws -> String) throws(ReportFilesError) {
    let parent = String(path.dropLast(65))
    do {
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      try DurableFile.rename(try file(parent), to: path)
      var made = parent
      try DurableFile.flushFolder(of: made)
      while made.count > folder.count, let slash = made.lastIndex(of: "/") {
        made = String(made[..<slash])
        try DurableFile.flushFolder(of: made)
      }
    } catch let fault as DurableFile.Fault {
      throw .unavailable("\(path): \(fault.words)")
    } catch {
      throw .unavailable("\(parent) cannot be made")
    }
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
    // Made once: whoever looks at it later reads what is small.
    let made = "\(path)-\(side).jpg"
    if let jpeg = OrdinaryFile.bytes(made) { return jpeg }
    return await withCheckedContinuation { continuation in
      let fault = OwnThread.start("report picture") { continuation.resume(returning: Self.make(made, of: path, side)) }
      if fault != 0 { continuation.resume(returning: nil) }
    }
  }

  /// One at a time has the bytes of what was sent, up to 50 MB, in memory.
  private static let turn = Mutex(())

  private static func make(_ made: String, of path: String, _ side: Int) -> [UInt8]? {
    turn.withLock { _ in
      if let jpeg = OrdinaryFile.bytes(made) { return jpeg }
      guard let bytes = OrdinaryFile.bytes(path), let jpeg = jpeg(bytes, side: side) else { return nil }
      do throws(DurableFile.Fault) { try DurableFile.replace(made, with: jpeg) } catch {
        // A full disk shows it all the same, and makes it again next time.
      }
      return jpeg
    }
  }

  /// Decoded and encoded again: nothing but pixels is left of what somebody has sent.
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
