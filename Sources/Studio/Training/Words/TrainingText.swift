import StudioServer

/// Everything that the training's pages say, by what it is for.
enum TrainingText: String, PageText {
  case training, trainingPhotos, justNow, goodExample, needsImprovement, onePhoto, photos, noPicture
  case unavailable, isNew, seen, notSeenYet, more, oneNew, manyNew, noLonger, byPhotographer, publish
  case allExamples, good, toImprove, options, newestFirst, oldestFirst, grid, list, show, sort, view
  case nothingYet, nothingYetText, noResults, noGood, noImprovement, oneUnreadable, unreadable, trainingPhoto
  case trainingPhotoFor, trainingPhotoFrom, required, oneNotSeen, manyNotSeen, close, submittedBy, date, trainingNotes,
    edit, delete, deleteHelp, deleteNow, pictureOf
  case panUp, panLeft, panRight, panDown, pictureControls, previous, next, zoomOut, zoomIn, fullScreen, save
  case share, showMarks, pictures, pinNotes, of, linkCopied, notSaved, marksSaved, pen, arrow, rectangle, pin
  case red, green, blue, yellow, white, black, draw, colour, pinNote, undo, saveMarks, drawHelp, tooMuchDrawn
  case changedMeanwhile, oneCritique, critiques, ofOthers, noPhotographers, noPhotographersYet, alone,
    invitePhotographer, forMe, unknownPerson
  case administratorShares, roleShares, onlyPhotographer
  case held, takeBack, takenBack
  case noneSent, waiting, fileUnread, deviceFull, unshared
  case lineStill, sending, ready, fileTooLarge, tooManyPictures, noPictures, notSent, remove, mayNot
  case tooMuchWaiting
  case removeWrong, photographer, choosePhotographer, kind, picturesHelp, publishNow, needsScripts
  case alreadyPublished, fileHEIC, fileNoLibrary, fileCut, fileDamaged, fileUnknown, fileTooLong, fileRare
  case photoGone, photoOfGuests, noPhotographer, noNotes, notesTooLong, saveChange
  case cancel, changeSaved, deleted
  case addPictures, takePhoto, dropHelp, markPicture, selectMarks, moveHelp, done, deleteMark, tooManyMarks
  case answers, yourAnswer, sendAnswer, answerDone, answerWaits, noAnswer, answerTooLong, tooManyAnswers, answerNotSent
  case newAnswerFrom, oneNewAnswer, newAnswers
  case leaveUnsaved, leaveUnsavedText, keepEditing, leaveNow

  static let words = PageWords("training", "training")
}
