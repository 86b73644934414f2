/// Which files a photo has, and which of them are there.
struct LibraryPlaces: Sendable {
  let root: LibraryRoot

  private static func digit(_ asset: LibraryAsset) -> String { String(asset.uuid.prefix(1)).uppercased() }

  /// As its camera made it.
  func original(_ asset: LibraryAsset) -> LibraryRoot.Found {
    if asset.directory.hasPrefix("/") { return root.referenced(asset.directory, asset.filename) }
    guard !asset.filename.utf8.contains(0x2F) else { return .outside }
    // A film of a shared album has a picture of its name beside it (osxphotos, `photoinfo.py`).
    let names = (asset.isFilm && asset.isShared ? [asset.uuid + ".medium.MP4"] : []) + [asset.filename]
    var result = LibraryRoot.Found.missing
    // What others shared lies in places of its own, which have moved with the releases.
    for folder in asset.isShared ? Self.sharedFolders + ["originals"] + newScopes : ["originals"] + Self.sharedFolders {
      for directory in [asset.directory, Self.digit(asset)] where !directory.isEmpty {
        for name in names {
          switch root.inside(folder, directory, name) {
          case .here(let path): return .here(path)
          case .outside: result = .outside
          case .missing: break
          }
        }
        if directory == Self.digit(asset) { break }
      }
    }
    return result
  }

  /// Of shared albums from macOS 13 on and before, of messages, and of links to photos.
  private static let sharedFolders = [
    "scopes/cloudsharing/data", "resources/cloudsharing/data", "scopes/syndication/originals",
    "scopes/momentshared/originals",
  ]

  /// Of scopes that a later release has.
  private var newScopes: [String] {
    root.names(in: "scopes").filter { !["cloudsharing", "syndication", "momentshared"].contains($0) }
      .flatMap { ["scopes/\($0)/originals", "scopes/\($0)/data"] }
  }

  private func first(_ folder: String, _ asset: LibraryAsset, _ endings: [String]) -> String? {
    for ending in endings {
      if case .here(let path) = root.inside(folder, Self.digit(asset), asset.uuid + ending) { return path }
    }
    return nil
  }

  /// The first of these, with the usual endings or with any other of a picture or a film.
  private func first(_ folder: String, _ asset: LibraryAsset, _ middles: [String], _ usual: [String]) -> String? {
    for middle in middles {
      for ending in usual {
        if case .here(let path) = root.exactly(folder, Self.digit(asset), asset.uuid + middle + "." + ending) {
          return path
        }
      }
    }
    for middle in middles {
      let found = root.inside(folder, Self.digit(asset), stem: asset.uuid + middle)
      if let path = found.first(where: { !$0.hasSuffix(".plist") && !$0.lowercased().hasSuffix(".aae") }) {
        return path
      }
    }
    return nil
  }

  /// What came of editing it: JPEG or HEIF, as Photos found better for the original.
  func edit(_ asset: LibraryAsset) -> String? {
    guard asset.isEdited != false else { return nil }
    return asset.isFilm
      ? first("resources/renders", asset, ["_2_0_a"], ["mov", "mp4"])
      : first("resources/renders", asset, ["_1_201_a", "_1_201_o"], ["jpeg", "heic", "jpg"])
  }

  /// The film of a live photo: as it was edited, else the camera's, which lies beside the original.
  func liveFilm(_ asset: LibraryAsset) -> String? {
    guard asset.isLive else { return nil }
    if asset.isEdited != false, let film = first("resources/renders", asset, ["_2_100_a"], ["mov", "mp4"]) {
      return film
    }
    if case .here(let path) = original(asset) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let stem = name.utf8.lastIndex(of: 0x2E).map { String(name[..<$0]) } ?? name
      let isOwn = !asset.isShared && !asset.directory.hasPrefix("/")
      let names = [stem + "_3.mov", stem + "_3.mp4"] + (isOwn ? [] : [stem + ".mov", stem + ".MOV"])
      if let film = root.beside(path, names) { return film }
    }
    return first("originals", asset, ["_3.mov", "_3.mp4"])
  }

  /// The raw picture of a pair: beside the original, with `_4` behind its name; of one that is not in the library, where the database
  /// says that there is one, with the original's own name (osxphotos, `photoinfo.py`).
  func raw(_ asset: LibraryAsset, isSaid: Bool) -> String? {
    guard !asset.isFilm, !asset.isShared, case .here(let path) = original(asset) else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.utf8.lastIndex(of: 0x2E).map { String(name[..<$0]) } ?? name
    // A raw picture has none beside it.
    guard
      !Self.raws.contains(
        name.utf8.dropFirst(stem.utf8.count + 1).map { String(UnicodeScalar($0)) }.joined().lowercased())
    else { return nil }
    if asset.directory.hasPrefix("/") {
      return isSaid ? root.beside(path, Self.raws.map { "\(stem).\($0)" }) : nil
    }
    return root.beside(path, Self.raws.map { "\(stem)_4.\($0)" })
  }

  /// Endings of raw pictures that are read.
  private static let raws = ["cr2", "cr3", "nef", "nrw", "arw", "srf", "sr2", "dng", "orf", "raf"]

  /// Smaller JPEGs that Photos has made, upright; the smallest first. Those of the original are wrong where it was edited.
  func derivatives(_ asset: LibraryAsset) -> [String] {
    var paths: [String] = []
    let folders = asset.isShared ? Self.sharedDerivatives + ["resources/derivatives"] : ["resources/derivatives"]
    for folder in folders {
      if asset.isEdited != true {
        paths += [first(folder + "/masters", asset, ["_4_5005_c.jpeg"])].compactMap(\.self)
      }
      for ending in ["_1_105_c.jpeg", "_1_102_a.jpeg", "_1_102_o.jpeg", "_1_100_o.jpeg", "_1_101_o.jpeg"] {
        if let path = first(folder, asset, [ending]) { paths.append(path) }
      }
    }
    return paths
  }

  private static let sharedDerivatives = [
    "scopes/cloudsharing/resources/derivatives", "resources/cloudsharing/resources/derivatives",
    "scopes/syndication/resources/derivatives", "scopes/momentshared/resources/derivatives",
  ]

  /// What is shown of a photo.
  struct Shown {
    /// Nil where nothing is there.
    var path: String?
    /// Why it is not as it should be.
    var remark: LibraryRemark?
    /// What came of editing is shown.
    var isEdit = false
  }

  /// What is shown of it, and why it is not as it should be.
  func shown(_ asset: LibraryAsset) -> Shown {
    if let edit = edit(asset) { return Shown(path: edit, isEdit: true) }
    switch original(asset) {
    case .here(let path): return Shown(path: path, remark: asset.isEdited == true ? .editMissing : nil)
    case .missing: return Shown(remark: asset.directory.hasPrefix("/") ? .referencedMissing : .originalMissing)
    case .outside: return Shown(remark: asset.directory.hasPrefix("/") ? .referencedElsewhere : .originalMissing)
    }
  }
}
