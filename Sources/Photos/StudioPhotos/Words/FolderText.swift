import StudioServer

/// What is said where an administrator chooses a folder of the studio's machine.
enum FolderText: String, PageText {
  case choose, use, up, none, unreadable, places, other, hint

  static let words = PageWords("photos", "folder")
}
