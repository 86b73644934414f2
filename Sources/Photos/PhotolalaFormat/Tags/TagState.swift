/// What a folder of tags says as a whole: the file of all tags with every device's changes.
public struct TagState: Sendable, Equatable {
  /// With all changes.
  public let merged: TagMaster
  /// The last words of those changes.
  public let words: TagWords
  /// Ids that are written otherwise than we would, by how we would.
  private let spellings: [String: [String]]

  /// - Parameters:
  ///   - master: the file of all tags.
  ///   - words: what the devices have said since.
  public init(master: TagMaster = TagMaster(), words: TagWords = TagWords()) {
    var merged = master
    merged.merge(words)
    var spellings: [String: [String]] = [:]
    for id in merged.rows.keys {
      if let known = TaggedID(id)?.description, known != id { spellings[known, default: []].append(id) }
    }
    self.merged = merged
    self.words = words
    self.spellings = spellings
  }

  /// Every id with a tag that we understand.
  public var ids: Set<TaggedID> { Set(merged.rows.keys.compactMap { TaggedID($0) }) }

  private func rows(_ ids: [TaggedID]) -> [(id: String, flags: Set<Int>)] {
    ids.flatMap { id in
      ([id.description] + (spellings[id.description] ?? [])).compactMap { name in
        merged.rows[name].map { (name, $0.flags) }
      }
    }
  }

  /// The colours of a photograph under any of its ids.
  public func colors(of ids: [TaggedID]) -> TagColors {
    rows(ids).reduce(into: []) { $0.formUnion(TagColors(flags: $1.flags)) }
  }

  /// What is to be written so that a photograph has colours, or not any more. It is later than all that the folder says of the
  /// same colour, whatever clocks other devices have: who wrote it had read that.
  /// - Parameters:
  ///   - ids: of the photograph; what is put on is put on the first.
  ///   - colors: those to be changed.
  ///   - wanted: how they are to be.
  ///   - now: seconds since 1970.
  public func changes(
    of ids: [TaggedID], _ colors: TagColors, to wanted: TagColors, now: Int64, device: String
  ) -> [TagChange] {
    let there = rows(ids)
    return colors.colors.flatMap { color -> [TagChange] in
      let isAdded = wanted.contains(TagColors(color))
      let flag = color.rawValue
      let names = isAdded ? ids.prefix(1).map(\.description) : there.filter { $0.flags.contains(flag) }.map(\.id)
      return names.map { id in
        let last = words.last[TagWords.Place(id: id, flag: flag)].map {
          min($0.time, CatalogDate.range.upperBound - 1) + 1
        }
        return TagChange(isAdded: isAdded, id: id, flag: flag, time: max(now, last ?? now), device: device)
      }
    }
  }
}

/// What a folder's colours of one photograph and ours make of each other, by what both were when they were brought together last.
///
/// The side that is not as then has changed it; where both have, they agree, as a colour is only on or off. So nothing
/// is ever lost, and the same twice is the same once.
public struct TagAgreement: Sendable, Equatable {
  /// What the folder changed.
  public let taken: TagColors
  /// What we changed.
  public let said: TagColors
  /// How both are afterwards.
  public let agreed: TagColors
  /// What both said last, with what was told since.
  public let base: TagColors

  /// - Parameters:
  ///   - theirs: what the folder says now.
  ///   - ours: what we say now.
  ///   - base: what both said last; nothing where they never met.
  ///   - tried: colours that we were about to tell when we were ended.
  ///   - triedAs: as what. Those that the folder has so were told, and both have said so.
  public init(
    theirs: TagColors, ours: TagColors, base: TagColors, tried: TagColors = [], triedAs: TagColors = []
  ) {
    let told = tried.subtracting(theirs.symmetricDifference(triedAs))
    let base = base.subtracting(told).union(triedAs.intersection(told))
    self.base = base
    let (there, here) = (theirs.symmetricDifference(base), ours.symmetricDifference(base))
    taken = there.subtracting(here)
    said = here.subtracting(there)
    agreed = theirs.subtracting(said).union(ours.intersection(said))
  }
}
