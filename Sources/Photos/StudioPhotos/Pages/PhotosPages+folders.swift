import BoothCore
import Documents
import Glibc
import HTTPTypes
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

/// The folders of the studio's machine, for administrators who choose one as a source.
extension PhotosPages {
  var folderWords: WordTable<FolderText> { WordTable(words.language) }

  /// Of the organisation whose machine it is: the folders' names tell of the others.
  func mayBrowse(_ principal: Principal) -> Bool {
    principal.may(.managePhotos) && principal.standing.role == .admin && library.isStudiosOwn
  }

  /// `GET /photos/folders.json?at=/srv/photos`: the folders in one; without `at` those where one begins.
  ///
  /// `{"path": "/srv/photos", "up": "/srv", "folders": ["2024", "2025"]}`; `up` is null at the top, where `folders` are whole
  /// paths. 404 for what is no folder below one of those, is hidden, or cannot be read.
  func foldersList() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .managePhotos)
    guard mayBrowse(principal) else { throw PhotoLibraryError.notPossible }
    let chooser = FolderChooser(roots: FolderChooser.usualRoots)
    var (path, up, folders) = ("", JSONDocument.null, chooser.roots)
    if let wanted = context.call.query["at"] {
      guard let inside = chooser.folder(wanted) else { throw PhotoLibraryError.notFound }
      (path, up, folders) = (inside.path, .string(inside.up), inside.folders)
    }
    return WebAnswer.json(
      .members(["path": .string(path), "up": up, "folders": .array(folders.map { .string($0) })])
    ).with([.cacheControl: "no-store"])
  }
}

/// Which folders of a machine can be looked through: those below a few, by their real paths, so that no link leads out of them.
struct FolderChooser {
  /// The most folders of one that are listed.
  static let most = 1000

  /// Real paths, each of a folder that can be read.
  let roots: [String]

  /// - Parameter roots: paths; those that are no folders, or cannot be read, are left out.
  init(roots: [String]) {
    var known: Set<String> = []
    self.roots = roots.compactMap { Self.real($0) }.filter { access($0, R_OK | X_OK) == 0 && known.insert($0).inserted }
  }

  /// Where photos lie on a Linux machine: the studio's own home, and what is mounted or served.
  static var usualRoots: [String] {
    (getenv("HOME").map { [String(cString: $0)] } ?? []) + ["/srv", "/media", "/mnt", "/home"]
  }

  /// A folder's real path, the path above it, which is empty for a root, and the names of the folders in it, sorted; hidden
  /// ones and links are left out. Nil for what is no folder below a root, or cannot be read.
  func folder(_ path: String) -> (path: String, up: String, folders: [String])? {
    guard path.utf8.first == UInt8(ascii: "/"), let real = Self.real(path),
      let root = roots.first(where: { Self.isIn(real, $0) }),
      !real.dropFirst(root.utf8.count).split(separator: "/").contains(where: { $0.hasPrefix(".") }),
      let stream = opendir(real)
    else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < Self.most, let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // A name that is no UTF-8 cannot be named in an address.
      guard bytes.first != UInt8(ascii: "."), let name = String(validating: bytes, as: UTF8.self) else { continue }
      var facts = stat()
      guard lstat(real + "/" + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { continue }
      names.append(name)
    }
    let above = real.lastIndex(of: "/").map { String(real[..<$0]) } ?? ""
    return (
      real, roots.contains(real) ? "" : above, names.sorted { (NaturalName.key($0), $0) < (NaturalName.key($1), $1) }
    )
  }

  private static func isIn(_ path: String, _ root: String) -> Bool {
    path == root || path.hasPrefix(root == "/" ? root : root + "/")
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var facts = stat()
    guard stat(resolved, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return nil }
    return String(validatingCString: resolved)
  }
}
