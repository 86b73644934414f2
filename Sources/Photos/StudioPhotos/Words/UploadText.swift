import StudioServer

/// What pages say of photos that people upload.
enum UploadText: String, PageText {
  case upload, uploading, uploaded, waiting, notUploaded, tryAgain, cancel, full, away, tooLarge, notSaved, signedOut
  case noPlace, notAPicture, uploadsHere, useForUploads, stopUploads, uploadsChosen, uploadsStopped

  static let words = PageWords("photos", "upload")
}
