import BoothCore

/// What a power cut leaves.
extension ForgetfulDisk {
  /// The power fails: what was not flushed is kept, lost, torn or kept out of order, as `random` says.
  func cutPower(_ random: inout SeededRandom) {
    let mood = Mood.allCases[random.below(Mood.allCases.count)]
    var folders: [Folder] = []
    var files: [File] = []
    collect(top, &folders, &files)
    for file in files { file.survive(mood, &random) }
    keepNames(of: folders, mood, &random)
    found = [:]
    settle(top)
    touched.append("")
  }

  enum Mood: CaseIterable {
    /// Nothing that was not flushed is there.
    case nothing
    /// All of it is there.
    case everything
    /// The first changes are there, the later ones are not, as a journalling file system does it.
    case prefix
    /// Any of them are there.
    case anything
  }

  /// Everything that is reachable now, or was when it was flushed last, each once and in a fixed order.
  private func collect(_ folder: Folder, _ folders: inout [Folder], _ files: inout [File]) {
    guard !folders.contains(where: { $0 === folder }) else { return }
    folders.append(folder)
    let nodes =
      folder.stable.sorted { $0.key < $1.key }.map(\.value) + folder.pending.compactMap(\.node)
    for node in nodes {
      switch node {
      case .folder(let next): collect(next, &folders, &files)
      case .file(let file): if !file.isStable, !files.contains(where: { $0 === file }) { files.append(file) }
      }
    }
  }

  private func keepNames(of folders: [Folder], _ mood: Mood, _ random: inout SeededRandom) {
    let changes = folders.flatMap { folder in folder.pending.map { (folder, $0) } }
      .sorted { $0.1.number < $1.1.number }
    let kept = random.below(changes.count + 1)
    for (index, (folder, change)) in changes.enumerated() {
      let stays =
        switch mood {
        case .nothing: false
        case .everything: true
        case .prefix: index < kept
        case .anything: random.below(2) == 0
        }
      guard stays else { continue }
      // The half of a rename that leaves never happens without the half that arrives.
      if let other = change.only, let index = other.folder.pending.firstIndex(where: { $0.number == other.number }) {
        other.folder.pending.remove(at: index).apply(to: other.folder)
      }
      change.apply(to: folder)
    }
    for folder in folders { folder.pending = [] }
  }

  /// From now on programs see what survived.
  private func settle(_ folder: Folder) {
    folder.names = folder.stable
    for case (let name, .folder(let next)) in folder.stable {
      next.place = (folder, name)
      settle(next)
    }
  }
}

extension ForgetfulDisk.File {
  fileprivate func survive(_ mood: ForgetfulDisk.Mood, _ random: inout SeededRandom) {
    switch mood {
    case .nothing: break
    case .everything: if droppedFrom == nil { stable = bytes }
    case .prefix, .anything:
      guard droppedFrom == nil else { break }
      // What was appended may be torn; what was flushed before it stays.
      let flushed = zip(stable, bytes).prefix { $0 == $1 }.count
      switch random.below(4) {
      case 0: break
      case 1: stable = bytes
      // Torn: only the first part was written.
      case 2: stable = Array(bytes.prefix(flushed + random.below(bytes.count - flushed + 1)))
      // The size was written, the last part of the bytes was not.
      default:
        let written = flushed + random.below(bytes.count - flushed + 1)
        stable = Array(bytes.prefix(written)) + [UInt8](repeating: 0, count: bytes.count - written)
      }
    }
    bytes = stable
    isDirty = false
    droppedFrom = nil
  }
}
