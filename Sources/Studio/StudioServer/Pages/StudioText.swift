import BoothCore

/// Everything the studio's pages say, by what it is for.
enum StudioText: String, PageText {
  // Around every page.
  case sections, home, more, account, accountMenu, skip, toStart, booth, people, lost, backAgain, sent, sendingFailed,
    unsent, leaveOut, copyThisLink, linkHereOnly,
    linkHereThen
  case copyLink, copied, shareLink, scanLink, linkCode
  case offline, offlineText, offlineSince
  // In and out.
  case signIn, signOut, name, password, noAccount, noAdmin, wrongPassword, waitSeconds, waitMinutes
  case accountOf, thisStudio, elsewhereUnreachable, elsewhereNoMember, elsewhereNotSetUp, elsewhereKept
  case storeAway, changesWait, changesRefused, lookAtChanges
  case welcome, invitedTo, createAccount, youWillBe, nameHelp, displayName, passwordHelp, passwordAgain
  case nameMissing, nameTooLong, nameHasControls, nameTaken
  case passwordTooShort, passwordTooLong, passwordIsName, passwordsDiffer
  // People.
  case admin, manager, photographer, employee, standing, adminText, managerText, photographerText, employeeText
  case invitation, you, accountActions, personName, removeAccount
  case invite, inviteName, makeLink, inviteHelp, linkMade, linkMadeAnew
  case change, save, saved, newPasswordLink, endAccount, endAccountHelp, ended, lastAdmin
  // One's own account.
  case language, browsersLanguage, oldPassword, newPassword, changePassword, passwordChanged, places, here, signOutThere
  case minutesAgo, hoursAgo
  case hour, waitsAndFaults, waitsHelp, wait, longestWait, faults
  case otherBooths, noOtherBooths, addBooth, boothName, boothLink, boothLinkHelp, removeBooth, thisBooth
  // Pages that say one thing.
  case notFound, notFoundText, forbidden, forbiddenText, forbiddenToAdmin, foreignForm, foreignFormText, wrongHost,
    wrongHostText
  case trouble, troubleText, misplaced, misplacedText, full, fullText, readOnlyDisk, readOnlyDiskText
  case damaged, damagedText
  case tooLarge, tooLargeText, tooManyUploads, signInNeeded, signInNeededText, noInvitation, noInvitationText
  // The booth.
  case guestsScreen, notRunning, boothTrouble, event, good, warning, bad
  case queue, queueEmpty, needsYou, tryAgain, giveUp, andMore, tryAllAgain
  case pause, resume, buttons, pressStart, pressRetake, pressCancel
  case chooseEvent, useEvent, useEventHelp, shutDown, shutDownHelp, shutDownNow
  case sessions, noSessions, openLink, eraseSession, eraseHelp, eraseNow, perHour, check, log, noLog,
    invitations
  case sessionOpen, sessionFinished, sessionUploaded, sessionStays, sessionDiscarded, backToBooth
  case openLinks, endsIn, endsInDays, endsTomorrow, notJoined, withdraw, takeBack, atOnce, atOnceHelp, notRunningHelp
  case stateStarting, stateResumeOffer, stateEventSelection, stateIdle, stateConsent, stateLook, stateOpening
  case stateCapture, stateUpload, statePrint, stateQR, stateAddress, stateSettings, statePaused, stateOutOfOrder,
    stateStopped

  static let words = PageWords("studio", "studio")

  /// What a booth's state is called; nil for one of a newer version.
  static func state(_ name: String) -> StudioText? {
    switch name {
    case "starting": .stateStarting
    case "resumeOffer": .stateResumeOffer
    case "eventSelection": .stateEventSelection
    case "idle": .stateIdle
    case "consent": .stateConsent
    case "look": .stateLook
    case "opening": .stateOpening
    case "capture": .stateCapture
    case "upload": .stateUpload
    case "print": .statePrint
    case "qr": .stateQR
    case "address": .stateAddress
    case "settings": .stateSettings
    case "paused": .statePaused
    case "outOfOrder": .stateOutOfOrder
    case "stopped": .stateStopped
    default: nil
    }
  }
}
