import StudioServer

/// Everything that the photos' pages say, by what it is for.
enum PhotosText: String, PageText {
  case photos, search, from, everySource, order, newest, oldest, byName, largest, show, sources, found
  case noneYet, noneYetHelp, noneYetReader, nothingMatches, nothingMatchesHelp, nothingRead, nothingReadHelp
  case readingNow, readingNowHelp
  case showAll, loading, failed, reading, toBeRead, offlineSource, notKept, timeline, grid, squares, rows, size, small
  case medium, large, fit, names, filters, onlyWith, layout, more, select, selected, clear, star, unstar, tags, red,
    orange, yellow, green
  case blue, purple, gray, toTrash, trashed, undo, undone, next, previous, close, zoomIn
  case zoomOut, information, download, link, noPicture, gone, keysHelp, nextPage, addFolder, folderPath
  case folderHelp, add, remove, removeHelp, removed, scanNow, stateNew, stateScanning, stateReady, stateOffline
  case stateFailed, name, trouble, taken, changed, camera, lens, exposure, pixels, bytes, format, position, source
  case folder, sendExample, sendExampleMost
  case animated, ownSize, noDate, livePhoto, playFilm, filmSound, saveFilm, filmUnplayable, filmGone

  /// The seven colours, in the order of their numbers.
  static let colours: [PhotosText] = [.red, .orange, .yellow, .green, .blue, .purple, .gray]

  static let words = PageWords("photos", "photos")
}
