import BoothCore
import BoothTesting
import Documents
import FoundationEssentials
import Glibc
import Imaging
import NIOHTTP1
import PhotoModel
import StudioModel
import Testing

@testable import PhotoLibrary
@testable import PhotoSources
@testable import StudioPhotos
@testable import StudioServer
@testable import WebSupport

/// Photos that are uploaded lie in the chosen folder, once, and nothing else is touched.
@Suite(.timeLimit(.minutes(15))) struct PhotosUploadTests {
  private func picture(_ red: UInt8) throws -> [UInt8] {
    try JPEGCodec().encode(
      Bitmap(size: PixelSize(width: 40, height: 30), color: RGBColor(red: red, green: 90, blue: 120)))
  }

  private func upload(
    _ lab: PhotosLab, _ cookie: String, _ name: String, _ bytes: [UInt8], token: String? = nil
  ) async throws -> PhotosReply {
    try await lab.send(
      .POST, "/photos/upload?name=\(PercentEncoding.component(name))&modified=1700000000", cookie,
      [
        ("Origin", lab.base), ("Content-Type", "application/octet-stream"),
        ("X-Booth-Token", token ?? FormGuard.token(cookie)), ("X-Booth-Part", "1"),
      ], bytes)
  }

  private func files(_ lab: PhotosLab, _ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: lab.folder.path("pictures/" + folder))) ?? []).sorted()
  }

  private func choose(_ lab: PhotosLab, _ cookie: String) async throws {
    let id = try #require(try await lab.photos.sources().first?.id)
    #expect(try await lab.post("/photos/sources/uploads", cookie, ["source": id.text]).status == 303)
    #expect(try lab.photos.uploadsSource() == id)
  }

  @Test func `a photo is stored by its month, once however often it is sent, and seen`() async throws {
    try await PhotosLab.run { lab in
      let (admin, photographer) = (
        try await lab.join("a@example.org", Standing(.admin)),
        try await lab.join("p@example.org", Standing(.employee, isPhotographer: true))
      )
      #expect(try await !lab.get("/photos", photographer).text.contains("data-upload"))
      #expect(try await upload(lab, photographer, "x.jpg", try picture(1)).status == 422)
      try await choose(lab, admin)
      #expect(try await lab.get("/photos", photographer).text.contains("data-upload"))
      let (one, other) = (try picture(1), try picture(200))
      for isNew in [true, false] {
        let reply = try await upload(lab, photographer, "x.jpg", one)
        let said = try JSONReader.read(reply.bytes)
        #expect(reply.status == 200 && said["id"]?.string == "/2023-11/x.jpg", "\(reply.text)")
        #expect(said["isNew"] == .bool(isNew))
      }
      for _ in 0..<2 {
        let said = try JSONReader.read(try await upload(lab, photographer, "x.jpg", other).bytes)
        #expect(said["id"]?.string == "/2023-11/x-2.jpg")
      }
      #expect(files(lab, "2023-11") == ["x-2.jpg", "x.jpg"])
      #expect(FileManager.default.contents(atPath: lab.folder.path("pictures/2023-11/x.jpg")).map(Array.init) == one)
      #expect(
        FileManager.default.contents(atPath: lab.folder.path("pictures/2023-11/x-2.jpg")).map(Array.init) == other)
      #expect(files(lab, ".booth-uploads").isEmpty)
      var facts = stat()
      #expect(stat(lab.folder.path("pictures/2023-11/x.jpg"), &facts) == 0 && facts.st_mtim.tv_sec == 1_700_000_000)
      while try await lab.photos.photos(PhotoView(), after: nil, count: 9).count < 5 { await Task.moment() }
    }
  }

  @Test func `many at once with one name are all kept, and the same bytes once`() async throws {
    try await PhotosLab.run { lab in
      let admin = try await lab.join("a@example.org", Standing(.admin))
      try await choose(lab, admin)
      let pictures = try [1, 1, 100, 100, 200].map { try picture($0) }
      try await withThrowingTaskGroup(of: Int.self) { group in
        for bytes in pictures { group.addTask { try await upload(lab, admin, "x.jpg", bytes).status } }
        for try await status in group { #expect(status == 200) }
      }
      #expect(files(lab, "2023-11").count == 3)
    }
  }

  @Test func `what is no picture, or comes from who may not, is refused and leaves nothing`() async throws {
    try await PhotosLab.run { lab in
      let (admin, employee) = (
        try await lab.join("a@example.org", Standing(.admin)), try await lab.join("e@example.org", Standing(.employee))
      )
      try await choose(lab, admin)
      #expect(try await !lab.get("/photos", employee).text.contains("data-upload"))
      #expect(try await upload(lab, employee, "x.jpg", try picture(1)).status == 403)
      #expect(try await lab.post("/photos/sources/uploads", employee, ["source": ""]).status == 403)
      #expect(try await upload(lab, admin, "x.jpg", try picture(1), token: "wrong").status == 403)
      for bytes in [Array("<html><body>hello</body></html>".utf8), [], [UInt8](repeating: 0, count: 9000)] {
        let reply = try await upload(lab, admin, "x.jpg", bytes)
        let words = try JSONReader.read(reply.bytes)["words"]?.string
        #expect(reply.status == 422 && words?.isEmpty == false, "\(reply.text)")
      }
      #expect(files(lab, "2023-11").isEmpty && files(lab, ".booth-uploads").isEmpty)
    }
  }

  @Test func `no link and no file in the way leads out of the folder or is written over`() async throws {
    try await PhotosLab.run { lab in
      let admin = try await lab.join("a@example.org", Standing(.admin))
      try await choose(lab, admin)
      let outside = lab.folder.path("outside")
      #expect(mkdir(outside, 0o700) == 0)
      #expect(symlink(outside, lab.folder.path("pictures/2023-11")) == 0)
      #expect(try await upload(lab, admin, "x.jpg", try picture(1)).status == 422)
      #expect(unlink(lab.folder.path("pictures/2023-11")) == 0)
      try lab.folder.put("outside/x.jpg", [1])
      #expect(mkdir(lab.folder.path("pictures/2023-11"), 0o700) == 0)
      #expect(symlink(outside + "/x.jpg", lab.folder.path("pictures/2023-11/x.jpg")) == 0)
      let said = try JSONReader.read(try await upload(lab, admin, "../../outside/x.jpg", try picture(1)).bytes)
      #expect(said["id"]?.string == "/2023-11/x-2.jpg")
      #expect(FileManager.default.contents(atPath: outside + "/x.jpg").map(Array.init) == [1])
      #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["x.jpg"])
    }
  }

  @Test func `a full disk, another disk in the folder's place and a folder that is gone are told apart`() async throws {
    try await PhotosLab.run { lab in
      let admin = try await lab.join("a@example.org", Standing(.admin))
      try await choose(lab, admin)
      let full = try DataFolderPhotos(data: lab.folder.path("data"), left: { _ in 100 })
      let bytes = try picture(1)
      await #expect(throws: PhotoUploadFault.full) {
        _ = try await full.upload(
          ByteStream { stream in
            stream.yield(bytes)
            stream.finish()
          }, length: Int64(bytes.count), named: "x.jpg", modified: nil)
      }
      await full.close()
      #expect(rename(lab.folder.path("pictures"), lab.folder.path("before")) == 0)
      for isThere in [false, true] {
        if isThere { #expect(mkdir(lab.folder.path("pictures"), 0o700) == 0) }
        let reply = try await upload(lab, admin, "x.jpg", bytes)
        #expect(try JSONReader.read(reply.bytes)["words"]?.string == UploadText.table(.english)[.away], "\(reply.text)")
      }
      #expect(files(lab, "").isEmpty)
    }
  }

  @Test func `a source that is removed takes no uploads any more`() async throws {
    try await PhotosLab.run { lab in
      let admin = try await lab.join("a@example.org", Standing(.admin))
      try await choose(lab, admin)
      let id = try #require(try lab.photos.uploadsSource())
      try await lab.photos.remove(id)
      #expect(try lab.photos.uploadsSource() == nil)
      #expect(try lab.photos.folder.sources().isEmpty)
    }
  }
}
