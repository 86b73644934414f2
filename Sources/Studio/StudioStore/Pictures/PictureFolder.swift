import BoothSystem
import Crypto
import Documents
import FoundationEssentials
import Glibc
public import StudioModel

/// Pictures as files in the studio's folder: `pictures/ORGANISATION/ALBUM/HASH.jpg`, on disk when they are answered.
public struct PictureFolder: StudioPictures {
  /// The name of the folder in the studio's.
  public static let name = "pictures"

  let path: String
  private let prepare: @Sendable (String) async throws(StudioPictureError) -> PreparedPicture

  /// - Parameters:
  ///   - path: of the folder; it need not be there.
  ///   - prepare: makes a picture ready of the file that a person has sent, by its path.
  public init(
    path: String, prepare: @escaping @Sendable (String) async throws(StudioPictureError) -> PreparedPicture
  ) {
    self.path = path
    self.prepare = prepare
  }

  /// Prepares it, and writes what is not there yet.
  public func keep(file: String, in album: PictureAlbum) async throws(StudioPictureError) -> KeptPicture {
    guard let folder = folder(album) else { throw .unavailable("an album has no such name") }
    let prepared = try await prepare(file)
    try make(folder)
    let hash = SHA256.hash(data: prepared.jpeg).prefix(16).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    let kept = KeptPicture(name: hash + ".jpg", thumbnail: hash + "-small.jpg")
    try write(prepared.thumbnail, kept.thumbnail, in: folder)
    try write(prepared.jpeg, kept.name, in: folder)
    // Also where both were there already: a person works on it.
    utimensat(AT_FDCWD, folder, nil, 0)
    return kept
  }

  /// Keeps a JPEG that was made ready before, under the name that it had.
  public func put(
    _ jpeg: [UInt8], as name: String, in album: PictureAlbum
  ) async throws(StudioPictureError) -> [UInt8]? {
    guard KeptPicture.isName(name), let folder = folder(album) else { return nil }
    try make(folder)
    try write(jpeg, name, in: folder)
    return jpeg
  }

  /// Makes what came from elsewhere ready, and keeps it under a name.
  /// - Parameter isSmall: whether its thumbnail is what is wanted.
  public func put(
    _ upload: [UInt8], as name: String, in album: PictureAlbum, asThumbnail isSmall: Bool
  ) async throws(StudioPictureError) -> [UInt8]? {
    guard KeptPicture.isName(name), let folder = folder(album) else { return nil }
    try make(folder)
    // No name of a picture: it is not shown.
    let coming = "\(UInt64.random(in: 0 ... .max))\(Self.coming)"
    try write(upload, coming, in: folder)
    defer { unlink("\(folder)/\(coming)") }
    let prepared = try await prepare("\(folder)/\(coming)")
    return try await put(isSmall ? prepared.thumbnail : prepared.jpeg, as: name, in: album)
  }

  /// By the times of their folders; one that goes meanwhile is none.
  public func albums(untouchedSince moment: Double) async throws(StudioPictureError) -> [PictureAlbum] {
    var albums: [PictureAlbum] = []
    for organisation in try Self.names(in: path) where Self.isPlain(organisation) {
      for name in try Self.names(in: path + "/" + organisation) where Self.isPlain(name) {
        var facts = stat()
        guard stat("\(path)/\(organisation)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR,
          Double(facts.st_mtim.tv_sec) < moment
        else { continue }
        albums.append(PictureAlbum(organisation: organisation, name: name))
      }
    }
    return albums
  }

  static func names(in folder: String) throws(StudioPictureError) -> [String] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else { return [] }
    do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
      throw .unavailable("\(folder) cannot be read: \(error)")
    }
  }

  /// Reads one file.
  public func jpeg(_ name: String, in album: PictureAlbum) async throws(StudioPictureError) -> [UInt8]? {
    guard KeptPicture.isName(name), let folder = folder(album) else { return nil }
    return FileManager.default.contents(atPath: folder + "/" + name).map { Array($0) }
  }

  /// Removes the album's folder, a file at a time: of one that was cut the rest is found again.
  public func remove(_ album: PictureAlbum) async throws(StudioPictureError) {
    guard let folder = folder(album), FileManager.default.fileExists(atPath: folder) else { return }
    do {
      for name in try Self.names(in: folder) { try DurableFile.remove(folder + "/" + name) }
      try FileManager.default.removeItem(atPath: folder)
      try DurableFile.flushFolder(of: folder)
      forgetDraft(album)
    } catch let fault as DurableFile.Fault {
      throw .unavailable("\(folder) cannot be removed: \(fault.words)")
    } catch {
      throw .unavailable("\(folder) cannot be removed: \(error)")
    }
  }

  /// Takes away what kills have left half written.
  /// - Parameters:
  ///   - path: of the folder.
  ///   - moment: in seconds since 1970; what was touched since is in use.
  /// - Returns: what could not be done, in words.
  package static func sweep(_ path: String, untouchedSince moment: Double) -> [String] {
    DurableFile.sweep(path, untouchedSince: moment, endings: [".part", coming])
  }

  private static let coming = ".coming"

  private func make(_ folder: String) throws(StudioPictureError) {
    do throws(DurableFile.Fault) { try DurableFile.makeFolder(folder) } catch {
      throw .unavailable("\(folder) cannot be made: \(error.words)")
    }
  }

  /// Nil for names that could lead out of the folder.
  private func folder(_ album: PictureAlbum) -> String? {
    guard Self.isPlain(album.organisation), Self.isPlain(album.name) else { return nil }
    return "\(path)/\(album.organisation)/\(album.name)"
  }

  static func isPlain(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private func write(_ bytes: [UInt8], _ name: String, in folder: String) throws(StudioPictureError) {
    let target = folder + "/" + name
    guard !FileManager.default.fileExists(atPath: target) else { return }
    do throws(DurableFile.Fault) { try DurableFile.replace(target, with: bytes) } catch {
      throw .unavailable("\(target): \(error.words)")
    }
  }
}
