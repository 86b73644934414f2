import StudioTesting
import Testing

@testable import StudioPhotos

@Suite struct PhotosWordsTests {
  @Test func `every text is there in every language, and none that no page uses`() {
    #expect(
      WordsCheck.faults(
        in: "photos",
        [
          AlbumText.self, BinText.self, ChoiceText.self, FolderText.self, LinkText.self, NoPictureText.self,
          PhotoRemarkText.self,
          PhotosHomeText.self,
          PhotosText.self, SearchText.self, UploadText.self,
        ]) == [])
  }
}
