package import StudioServer

/// What a static site of locations says beside the facts of its pairs.
package enum SiteText: String, PageText {
  case title, map, list, search, nothingMatches, back, noNew, notAligned, blink
  case download, sheet, slider, position, openMap, zoomIn, zoomOut

  package static let words = PageWords("locations", "site")
}

/// What a static site of locations says, in one language.
package typealias SiteWords = WordTable<SiteText>
