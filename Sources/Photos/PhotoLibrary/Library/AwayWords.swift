package import PhotoModel

/// What is said of a part of a source whose disk is not there.
package enum AwayWords {
  /// Which folder, why, and what to do.
  package static func of(_ away: PhotoAway) -> String {
    let folder = NameBytes.shown(String(away.prefix.dropLast()))
    let why =
      switch away.why {
      case .notMounted: "the disk of its folder \(folder) is not mounted"
      case .otherDisk: "another disk than the known one, or an empty one, is mounted at its folder \(folder)"
      }
    return
      "\(why): \(away.count) photos are not reachable now, and everything known of them stays; mount the disk and scan again, "
      + "or remove and add the source if they are gone for good"
  }
}
