import StudioServer

/// What the photos' pages say of albums, baskets, copies, and of what could not be done.
enum AlbumText: String, PageText {
  case basket, toBasket, fromBasket, emptyBasket, basketHelp, albums, toAlbum, fromAlbum, newAlbum
  case albumTitle, make, rename, removeAlbum, removeAlbumHelp, noAlbums, noAlbumsReader, badTitle, albumsOf
  case added, takenOut, ownOrder, place, moveFirst, moveEarlier, moveLater, moveLast, leaveAlbum, nothingIn
  case nothingInHelp, save, form, original, bare, bareHelp, large, screen, zip, copy, copyFolder, copyHelp
  case copies, noCopies, copied, same, notCopied, cancelCopy, copyWaiting, copyRunning, copyDone
  case copyStopped, copyCancelled, notMoved, notBack, noBin, gone, nameTaken, away, denied, diskFailed
  case useAsCover, coverSet, moreOf, removeOne, cancel
  case noneYet, switchFailed, notYet, notYetHelp, anotherFile, folderTaken, binUnusable

  static let words = PageWords("photos", "album")
}
