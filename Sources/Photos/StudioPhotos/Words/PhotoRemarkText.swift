import StudioServer

/// Why a photo is as it is, where its source says so: by the names that entries carry as their remarks.
enum PhotoRemarkText: String, PageText {
  case state, inICloud, originalMissing, referencedMissing, referencedElsewhere, editMissing, leftOfBurst, aside
  case placeWithoutSides

  static let words = PageWords("photos", "photoRemark")
}
