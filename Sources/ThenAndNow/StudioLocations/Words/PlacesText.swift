import LocationLibrary
import StudioServer

/// Everything that the pages of locations say, by what it is for.
enum PlacesText: String, PageText {
  case places, search, sortedBy, sortBy, byDistance, byStatus, byDate, everyStatus, notVisited, completed, inaccessible
  case nearMe, useMyPosition, positionRefused, positionWrong, show, found, noneYet
  case noneYetHelp, noneYetReader, nothingMatches, nothingMatchesHelp, showAll, nextPage, firstPage, map, list
  case addPlace, transfer, backToList, backToPlace, position, directions, moreActions, dateUnknown, positionRead,
    positionOrName, groupPictures, groupComparison, groupSheets,
    boothCamera, bearing, bearingUnit, accuracy, notes
  case saveNotes, noNotes, notesChanged, saved, notSaved, provenance, archive, signature, author, date, licence
  case link, added, changed, oldPicture, newPicture, newPictures, chosen, choose, noNew, compare, editPlace
  case deletePlace, deleteHelp, deleteNow, deleteTooLate, deleted, title, titleMissing, positionHelp, bearingHelp, save,
    slider
  case sideBySide, blink, divider, moreOld, moreNew, pause, play, swap, fullScreen, zoomIn, zoomOut, close
  case registered, partlyRegistered, leftEdge, rightEdge, topEdge, bottomEdge
  case sureWhere, sure, lessSure, notCovered
  case notRegistered, noNewPlaceholder, then, now, downloads, makeProducts, makeAgain, makesProducts
  case kindThen, kindNow, kindSideBySide, kindSlider, kindSliderPage, kindSheetA4, kindSheetPhoto, kindBlink,
    kindSlides, mapHelp
  case mapKeys, mapMissing, mapScript, mapFailed, cluster, openPlace, addHere, addAtMiddle, pictureFile
  case pictureMissing, cancel, sending, noPicture, tooLarge, sendingFailed, isAdded, exportTitle
  case exportHelp, makeExport, exporting, download, exportDone, importTitle, importHelp, importFile, startImport
  case importing, importDone, problems, moreProblems, busy, failed, reload, takeNew, takeHere, boothElsewhere
  case boothAway, boothHasOther, boothReady, boothAims, boothTakes, boothReviews, boothWorks, aim, capture, keep
  case add, chooseOnMap, oldYear, oldYearHelp, noTiles, noTilesReader, setTiles
  case addPhoto, addAnother, addPhotoHelp, choosePhoto, photoFile, upload, photoWaits, photoFailed, photoUnread
  case photoChanged, markPoints, markHelp, markScript, point, removePoint, pointsMarked, nextThen, nextNow, align
  case aligning, notYetAligned, whatHelps, helpWeights, helpWeightsReader, helpPoints, helpCorrect, helpOldPlace
  case helpOtherView, helpLargerOld, helpLargerNew, whyTooSmall, whyTooLittle, whyImplausible, whyAmbiguous
  case whyContradicting, whyInLine, whyPoints, alignmentStays, guideLeft, guideUp, guideDown, guideRight
  case suggestMatches, hideMatches, searchingMatches, suggestedMatch, matchesHelp, noMatches, preview, fitGood
  case fitDeviation, fitCovers, fitFlat, fitLeftOut, fitContradicting, fitWrong
  case again, giveUp, guideTitle, stronger, weaker, nextEffect, nextMode, guideReset, liveView, advice

  static let words = PageWords("locations", "places")
}
