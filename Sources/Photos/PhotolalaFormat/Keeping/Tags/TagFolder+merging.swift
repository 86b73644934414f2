import Glibc

extension TagFolder {
  /// Puts all devices' changes into `tags.csv`, and takes their files away, as the app does; but a file first gets another name, so
  /// that what its device writes from then on is in a new one, and lasts. Wherever this is ended, the changes stand in files that
  /// everybody reads as such, and the next merge does the rest. The caller holds the lock.
  /// - Returns: How many files were merged.
  @discardableResult
  public func merge() throws(CatalogFolderError) -> Int {
    try sweep()
    for name in try names() where !name.contains(Self.taking) {
      try step("take")
      let taken = "\(name.dropLast(4))\(Self.taking)\(String(UInt64.random(in: .min ... .max), radix: 16)).csv"
      guard rename("\(path)/\(name)", "\(path)/\(taken)") == 0 || errno == ENOENT else {
        throw Self.error("\(path)/\(name)", "cannot be renamed")
      }
    }
    try flush()
    for _ in 0..<8 { if let count = try mergeTaken() { return count } }
    throw CatalogFolderError(
      .unavailable, "\(path) is changed by another program all the time: try again when nobody merges there")
  }

  /// What a kill left of a file of all tags that was being written.
  private func sweep() throws(CatalogFolderError) {
    for name in try DiskCatalogFolder(path: path).names(beginning: TagChange.masterName + ".")
    where name.hasSuffix(".tmp") {
      try DiskCatalogFolder(path: path).remove(name)
    }
  }

  private typealias Taken = (name: String, facts: stat)

  /// Nil if another process wrote meanwhile.
  private func mergeTaken() throws(CatalogFolderError) -> Int? {
    var left = Self.mostBytes
    var words = TagWords()
    var taken: [Taken] = []
    for name in try names() where name.contains(Self.taking) {
      guard let file = try bytes(name, &left) else { continue }
      var skipped: [SkippedRow: Int] = [:]
      words.add(TagChange.read(file.bytes, skipped: &skipped))
      try refuse(skipped, name)
      taken.append((name, file.facts))
    }
    let count = taken.count
    guard count > 0 else { return 0 }
    if count > 1 {
      // All last words in one file, before any goes: what is left of a merge that is ended in the middle must never be the words of
      // some without those that came after them.
      let name =
        TagChange.filePrefix + "all" + Self.taking + String(UInt64.random(in: .min ... .max), radix: 16) + ".csv"
      try step("gather")
      try DiskCatalogFolder(path: path).write(name, Array(words.lines.utf8))
      guard try remove(taken) else { return nil }
      guard let file = try bytes(name, &left) else { return nil }
      taken = [(name, file.facts)]
    }
    let before = try bytes(TagChange.masterName, &left)?.bytes
    var skipped: [SkippedRow: Int] = [:]
    var master = TagMaster.read(before ?? [], skipped: &skipped)
    try refuse(skipped, TagChange.masterName)
    let old = master
    master.merge(words)
    if master != old || before == nil {
      guard try replace(master, instead: before) else { return nil }
    }
    return try remove(taken) ? count : nil
  }

  /// - Returns: whether all of them were as they were read; one that is not stays.
  private func remove(_ taken: [Taken]) throws(CatalogFolderError) -> Bool {
    for (name, facts) in taken {
      try step("remove")
      var now = stat()
      guard lstat("\(path)/\(name)", &now) == 0 else { continue }
      // A program had it open, and wrote on.
      guard now.st_ino == facts.st_ino, now.st_size == facts.st_size else { return false }
      guard unlink("\(path)/\(name)") == 0 || errno == ENOENT else {
        throw Self.error("\(path)/\(name)", "cannot be removed")
      }
    }
    try flush()
    return true
  }

  /// - Returns: whether the file was still the one that was read.
  private func replace(_ master: TagMaster, instead before: [UInt8]?) throws(CatalogFolderError) -> Bool {
    let name = "\(path)/\(TagChange.masterName)"
    let draft = "\(name).\(UInt64.random(in: .min ... .max)).tmp"
    try step("draft")
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Self.error(name, "cannot be written") }
    defer { close(file) }
    var isNamed = false
    defer { if !isNamed { unlink(draft) } }
    let text = master.bytes
    var done = 0
    while done < text.count {
      let count = text[done...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.error(name, "cannot be written") }
      done += count
    }
    guard fsync(file) == 0 else { throw Self.error(name, "cannot be written") }
    var left = Self.mostBytes
    guard try bytes(TagChange.masterName, &left)?.bytes == before else { return false }
    try step("replace")
    guard rename(draft, name) == 0 else { throw Self.error(name, "cannot be written") }
    isNamed = true
    try flush()
    return true
  }
}
