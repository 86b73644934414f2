import StudioServer

/// What pages say of links by which people without an account see an album, and what those people read.
enum LinkText: String, PageText {
  case isShared, share, title, help, expiresAfter, days7, days30, days90, days365, pin, pinHint, originals,
    originalsHint, create
  case created, links, none, noneHelp, createdOn, expiresOn, expired, lastOpened, neverOpened, opens, withPIN
  case withOriginals, locked, turnOff, turnedOff, badPIN, chooseAlbum
  case gone, goneHelp, enterPIN, enterPINHelp, pinField, viewPhotos, wrongPIN, wait
  case photoOf, save, shareOne, shareReady, shareMost, until, noPhotos
  case trouble, saveAll, saveAllLater

  static let words = PageWords("photos", "link")
}
