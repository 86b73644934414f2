import BoothTesting
import Documents
import FoundationEssentials
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioStore
import Testing

@testable import StudioPhotos
@testable import StudioServer

@Suite(.timeLimit(.minutes(15))) struct ShelfLenderTests {
  @Test func `a photo is lent by its number while it is used, and only one that is there`() async throws {
    try await PhotosLab.run { lab in
      let photo = try #require(try await lab.photos.photos(PhotoView(), after: nil, count: 1).first)
      let lender = LibraryPhotoLender(lab.libraries, folder: lab.folder.path("lent"))
      let (id, organisation) = ("\(photo.number)", lab.accounts.organisation)
      for standing in Standing.all {
        let person = Principal(user: UserID("u"), organisation: organisation, standing: standing)
        #expect(try await lender.name(of: id, for: person) == photo.entry.name, "\(standing.name)")
      }
      let person = Principal(user: UserID("u"), organisation: organisation, standing: Standing(.manager))
      let kept = try await lender.lend(id, for: person) { (file) async throws(StudioPictureError) in
        let bytes = FileManager.default.contents(atPath: file).map { Array($0) } ?? []
        return KeptPicture(name: bytes.starts(with: [0xFF, 0xD8]) ? "whole" : "none", thumbnail: "\(bytes.count)")
      }
      #expect(kept == KeptPicture(name: "whole", thumbnail: "\(photo.entry.size ?? 0)"))
      for id in ["", "0", "-1", "999999", "\(photo.number)x", "../\(photo.number)", "\(photo.number),2"] {
        #expect(try await lender.name(of: id, for: person) == nil, "\(id)")
        let none = try await lender.lend(id, for: person) { (_) async throws(StudioPictureError) in
          KeptPicture(name: "", thumbnail: "")
        }
        #expect(none == nil, "\(id)")
      }
      // Known, and gone from its folder.
      for name in ["a.jpg", "b/c.jpg", "b/d.jpg"] {
        try FileManager.default.removeItem(atPath: lab.folder.path("pictures/" + name))
      }
      let gone = try await lender.lend(id, for: person) { (_) async throws(StudioPictureError) in
        KeptPicture(name: "", thumbnail: "")
      }
      #expect(gone == nil)
    }
  }
}
