import Glibc

/// Finds files by names that people wrote.
public enum NamedFile {
  /// The path of `name` (parts joined by slashes) below `folder`, as the disk spells it. A name that differs only in how
  /// Unicode composes its letters is found too: macOS and its archives write `é` as `e` and an accent, keyboards as one
  /// letter. Where there is nothing of the name, the path as it was asked for, so that opening it says so.
  public static func path(_ name: String, in folder: String) -> String {
    let asked = folder + "/" + name
    if access(asked, F_OK) == 0 || name.utf8.allSatisfy({ $0 < 0x80 }) { return asked }
    var path = folder
    for part in name.split(separator: "/") { path += "/" + spelling(of: String(part), in: path) }
    return access(path, F_OK) == 0 ? path : asked
  }

  private static func spelling(of part: String, in folder: String) -> String {
    if access("\(folder)/\(part)", F_OK) == 0 { return part }
    guard let directory = opendir(folder) else { return part }
    defer { closedir(directory) }
    // By address, as the record may be shorter than the struct: its name ends where its bytes do.
    let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
    while let entry = readdir(directory) {
      let name = String(cString: (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self))
      // Swift compares texts by canonical equivalence.
      if name == part { return name }
    }
    return part
  }
}
