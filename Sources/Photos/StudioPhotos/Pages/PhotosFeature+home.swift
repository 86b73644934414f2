import Documents
import PhotoLibrary
import PhotoModel
import StudioModel
package import StudioServer
import WebSupport

/// The newest photos on a person's home; without any source the way to the first one.
extension PhotosFeature {
  /// How many are shown.
  private static let pictured = 8

  package func home(_ visit: HomeVisit) async throws -> HomeOffer {
    guard visit.principal.may(.seePhotos) else { return .none }
    let words = WordTable<PhotosHomeText>(visit.context.language)
    let library = try await libraries.library(of: PhotoOwner(visit.principal.organisation))
    guard try await !library.sources().isEmpty else {
      guard visit.principal.may(.managePhotos) else { return .none }
      return HomeOffer(steps: [
        HomeStep(
          "photos-folder", .folderPlus, words[.addFolder], words[.addFolderText],
          action: HomeLink(words[.chooseFolder], "/photos/sources"))
      ])
    }
    let newest = try await library.photos(
      PhotoView(source: nil, album: nil, order: .newest, filter: PhotoSearch("")), after: nil, count: Self.pictured)
    let pages = PhotosPages(
      library: library, news: news, context: visit.context, shell: visit.shell, words: Words(visit.context.language))
    return HomeOffer(cards: [
      HomeCard(
        "photos", .usual, .image, words[.newestPhotos], sentence: newest.isEmpty ? words[.noneRead] : nil,
        pictures: newest.map {
          HomeCard.Picture(PhotosPages.picture($0, .thumbnail), text: $0.entry.name, to: pages.address($0))
        }, action: HomeLink(words[.viewPhotos], "/photos"))
    ])
  }
}
