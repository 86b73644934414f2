import StudioServer

/// What the page of the bins says.
enum BinText: String, PageText {
  case bin, help, nothing, legend, goesTo, putBack, putAllBack, noneChosen, closed, pages, pageOf, newerPage, olderPage

  static let words = PageWords("photos", "bin")
}
