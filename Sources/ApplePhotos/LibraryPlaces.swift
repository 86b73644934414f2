/// Which files a photo has, and which of them are there.
struct LibraryPlaces: Sendable {
  let root: LibraryRoot

  private static func digit(_ asset: LibraryAsset) -> String { String(asset.uuid.prefix(1)).uppercased() }

  /// As its camera made it.
  func original(_ asset: LibraryAsset) -> LibraryRoot.Found {
    if asset.directory.hasPrefix("/") { return root.referenced(asset.directory, asset.filename) }
    let directory = asset.directory.isEmpty ? Self.digit(asset) : asset.directory
    guard !asset.filename.utf8.contains(0x2F) else { return .outside }
    var result = LibraryRoot.Found.missing
    // What others shared lies in places of its own, which have moved with the releases.
    for folder in [
      "originals", "scopes/cloudsharing/data", "resources/cloudsharing/data", "scopes/syndication/originals",
      "scopes/momentshared/originals",
    ] {
      switch root.inside(folder, directory, asset.filename) {
      case .here(let path): return .here(path)
      case .outside: result = .outside
      case .missing: break
      }
    }
    return result
  }

  private func first(_ folder: String, _ asset: LibraryAsset, _ endings: [String]) -> String? {
    for ending in endings {
      if case .here(let path) = root.inside(folder, Self.digit(asset), asset.uuid + ending) { return path }
    }
    return nil
  }

  /// What came of editing it.
  func edit(_ asset: LibraryAsset) -> String? {
    guard asset.isEdited else { return nil }
    return asset.isFilm
      ? first("resources/renders", asset, ["_2_0_a.mov", "_2_0_a.mp4"])
      : first(
        "resources/renders", asset,
        ["_1_201_a.jpeg", "_1_201_a.heic", "_1_201_o.jpeg", "_1_201_o.heic", "_1_201_a.jpg"])
  }

  /// The film of a live photo.
  func liveFilm(_ asset: LibraryAsset) -> String? {
    guard asset.isLive else { return nil }
    return first("originals", asset, ["_3.mov", "_3.mp4"])
  }

  /// Smaller JPEGs that Photos has made, upright; the smallest first. Those of the original are wrong where it was edited.
  func derivatives(_ asset: LibraryAsset) -> [String] {
    var paths: [String] = []
    if !asset.isEdited {
      paths += [first("resources/derivatives/masters", asset, ["_4_5005_c.jpeg"])].compactMap(\.self)
    }
    for ending in ["_1_105_c.jpeg", "_1_102_a.jpeg", "_1_102_o.jpeg", "_1_100_o.jpeg", "_1_101_o.jpeg"] {
      if let path = first("resources/derivatives", asset, [ending]) { paths.append(path) }
    }
    return paths
  }

  /// What is shown of it, and why it is not as it should be.
  func shown(_ asset: LibraryAsset) -> (path: String?, remark: LibraryRemark?) {
    if let edit = edit(asset) { return (edit, nil) }
    switch original(asset) {
    case .here(let path): return (path, asset.isEdited ? .editMissing : nil)
    case .missing: return (nil, asset.directory.hasPrefix("/") ? .referencedMissing : .originalMissing)
    case .outside: return (nil, asset.directory.hasPrefix("/") ? .referencedElsewhere : .originalMissing)
    }
  }
}
