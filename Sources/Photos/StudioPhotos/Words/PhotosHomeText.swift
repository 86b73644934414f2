import StudioServer

/// What photos say on a person's home, by what it is for.
enum PhotosHomeText: String, PageText {
  case newestPhotos, viewPhotos, noneRead, addFolder, addFolderText, chooseFolder

  static let words = PageWords("photos", "home")
}
