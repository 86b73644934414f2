import BoothArchives
import BoothCore
import BoothTesting
import Documents
import Glibc
import Imaging
import NIOHTTP1
import PhotoLibrary
import PhotoModel
import StudioModel
import Testing

@testable import StudioPhotos
@testable import StudioServer
@testable import WebSupport

/// Albums, baskets, copies, searches, and links that last.
@Suite(.timeLimit(.minutes(15))) struct PhotosAlbumTests {
  private func numbers(_ lab: PhotosLab) async throws -> [String] {
    try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9).map { "\($0.number)" }
  }

  @Test func `everybody has a basket, staff albums, and who manages copies into folders`() async throws {
    try await PhotosLab.run { lab in
      let all = try await numbers(lab).joined(separator: ",")
      let shared = try await lab.photos.makeAlbum("Shared")
      guard case .own(let id) = shared else { return }
      for standing in Standing.all {
        let cookie = try await lab.join("\(standing.name)@example.org", standing)
        let mayManage = [.admin, .manager].contains(standing.role)
        let mayMark = mayManage || standing.isPhotographer
        let added = try await lab.post("/photos/albums/add", cookie, ["album": "basket", "photos": all])
        #expect(try JSONReader.read(added.bytes)["basket"]?.integer == 3, "\(standing.name)")
        for (path, fields) in [
          ("add", ["album": "own-\(id)", "photos": all]),
          ("move", ["album": "own-\(id)", "photos": all, "to": "last"]),
          ("make", ["title": "Mine"]), ("rename", ["album": "own-\(id)", "title": "Shared"]),
          ("cover", ["album": "own-\(id)", "photos": String(all.split(separator: ",")[0])]),
        ] {
          let status = try await lab.post("/photos/albums/" + path, cookie, fields).status
          #expect(mayMark ? [200, 303].contains(status) : status == 403, "\(standing.name) \(path) \(status)")
        }
        #expect(try await lab.get("/photos/copies", cookie).status == (mayManage ? 200 : 403))
        let copy = try await lab.post(
          "/photos/copy", cookie,
          ["photos": all, "size": "original", "folder": lab.folder.path("out-\(standing.name)")])
        #expect(copy.status == (mayManage ? 200 : 403))
        let page = try await lab.get("/photos/albums", cookie).text
        #expect(page.contains("Shared") && page.contains("/photos/albums/make") == mayMark)
        #expect(try await lab.get("/photos?album=own-\(id)", cookie).text.contains("Shared"))
      }
      // No person comes to another's basket, whatever they write.
      let other = try await lab.join("other@example.org", Standing(.admin))
      #expect(
        try await lab.get("/photos?album=basket", other).text.contains(
          "<span class=\"number photos-basket\" hidden>0</span>"))
      for album in ["own-nothing", "own-../x", "basket:admin", "of-Rome", "x"] {
        #expect(try await lab.get("/photos?album=\(album)", other).status == 404, "\(album)")
        let status = try await lab.post("/photos/albums/add", other, ["album": album, "photos": all]).status
        #expect([403, 404].contains(status), "\(album) \(status)")
      }
      #expect(try await lab.post("/photos/albums/make", other, ["title": " ", "photos": all]).status == 422)
    }
  }

  @Test func `an album shows the cover that was chosen, and its first photos when that is in it no longer`()
    async throws
  {
    try await PhotosLab.run(["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"]) { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let photos = try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 9)
      let album = try await lab.photos.makeAlbum("Best")
      _ = try await lab.photos.add(Array(photos.prefix(4)), to: album)
      guard case .own(let id) = album else { return }
      func covers() async throws -> [Int] {
        let page = try await lab.get("/photos/albums", cookie).text
        return photos.indices.filter { page.contains("/photos/picture/\(photos[$0].number)/") }
      }
      func choose(_ photo: PhotoRecord, _ name: String = "own-\(id)") async throws -> Int {
        try await lab.post("/photos/albums/cover", cookie, ["album": name, "photos": "\(photo.number)"]).status
      }
      #expect(try await covers() == [0, 1, 2, 3])
      #expect(try await choose(photos[2]) == 200)
      #expect(try await covers() == [2])
      // Not one that is in no album, and not of a basket.
      #expect(try await choose(photos[4]) == 404)
      #expect(try await choose(photos[0], "basket") != 200)
      #expect(try await covers() == [2])
      #expect(try await choose(photos[0]) == 200)
      #expect(try await covers() == [0])
      _ = try await lab.photos.take([photos[0]], from: album)
      #expect(try await covers() == [1])
      // With the album its cover goes: another gets none.
      try await lab.photos.removeAlbum(album)
      #expect(try await choose(photos[2]) == 404)
    }
  }

  @Test func `an administrator chooses a folder of the machine, and no link leads out of where photos lie`()
    async throws
  {
    let folder = try TemporaryFolder()
    for name in ["root/2024", "root/2023/day", "root/.hidden", "root/IMG_10", "root/IMG_2", "outside/secret"] {
      try folder.put(name + "/x.txt", [])
    }
    try folder.put("root/photo.jpg", [])
    symlink(folder.path("outside"), folder.path("root/link"))
    let chooser = FolderChooser(roots: [folder.path("root"), folder.path("nothing"), folder.path("root")])
    let root = try #require(chooser.roots.first)
    #expect(chooser.roots.count == 1)
    let top = try #require(chooser.folder(root))
    #expect(top.path == root && top.up.isEmpty && top.folders == ["2023", "2024", "IMG_2", "IMG_10"])
    let year = try #require(chooser.folder(root + "/2024/../2023"))
    #expect(year.path == root + "/2023" && year.up == root && year.folders == ["day"])
    for path in ["", "2024", "/", root + "/link", root + "/..", root + "/.hidden", root + "/photo.jpg", root + "x"] {
      #expect(chooser.folder(path) == nil, "\(path)")
    }
    try await PhotosLab.run { lab in
      for standing in Standing.all {
        let cookie = try await lab.join("\(standing.name)@example.org", standing)
        let isAdmin = standing.role == .admin
        let answer = try await lab.get("/photos/folders.json", cookie)
        #expect(answer.status == (isAdmin ? 200 : 403), "\(standing.name)")
        #expect(try await lab.get("/photos/sources", cookie).text.contains("id=\"choose-folder\"") == isAdmin)
        guard isAdmin else { continue }
        let listing = try JSONReader.read(answer.bytes)
        #expect(listing["up"] == .null && listing["folders"]?.array?.contains(.string("/srv")) != nil)
        for path in ["/etc", "/proc", "/photos", "../etc"] {
          #expect(try await lab.get("/photos/folders.json?at=\(path)", cookie).status == 404, "\(path)")
        }
      }
    }
  }

  @Test func `without a source the page shows no paths of buckets, and an empty basket no card`() async throws {
    try await PhotosLab.run([]) { lab in
      for role in [StudioRole.admin, .manager] {
        let cookie = try await lab.join("\(role)@example.org", Standing(role))
        let page = try await lab.get("/photos", cookie).text
        #expect(page.contains("name=\"folder\"") && !page.contains("s3://") && !page.contains("/media/"))
        #expect(page.contains("id=\"choose-folder\"") == (role == .admin))
        #expect(try await !lab.get("/photos/albums", cookie).text.contains("/photos?album=basket\">Basket"))
      }
    }
  }

  @Test func `a copy is wished for, told of, and lies in its folder; a folder that will not do is told in words`()
    async throws
  {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let all = try await numbers(lab).joined(separator: ",")
      let refused = try await lab.post(
        "/photos/copy", cookie, ["photos": all, "size": "original", "folder": lab.folder.path("pictures")])
      #expect(refused.status == 422 && refused.text.contains("source of photos"))
      let fields = ["photos": all, "size": "bare", "folder": lab.folder.path("out")]
      let id = try #require(
        try JSONReader.read(try await lab.post("/photos/copy", cookie, fields).bytes)["copy"]?.string)
      while true {
        let list = try #require(try JSONReader.read(try await lab.get("/photos/copies.json", cookie).bytes).array)
        let own = try #require(list.first { $0["copy"]?.string == id })
        if own["over"] == .bool(true) {
          #expect(own["state"]?.string == "done" && own["words"]?.string?.contains("3 of 3") == true)
          break
        }
        await Task.moment()
      }
      #expect(try Set(lab.folder.names("out")) == ["a.jpg", "c.jpg", "d.jpg"])
      #expect(try await lab.get("/photos/copies", cookie).text.contains("3 of 3"))
    }
  }

  @Test func `what has no bin is told, and the others are moved`() async throws {
    try await PhotosLab.run { lab in
      try lab.folder.put("booth/booth.sqlite", [])
      let cookie = try await lab.join("a@example.org", Standing(.admin))
      let all = try await numbers(lab)
      unlink(lab.folder.path("pictures/a.jpg"))
      let reply = try JSONReader.read(
        try await lab.post("/photos/trash", cookie, ["photos": all.joined(separator: ",")]).bytes)
      #expect(reply["count"]?.integer == 2 && reply["failed"]?.integer == 1)
      #expect(reply["troubles"]?.array?.first?.array?.compactMap(\.string) == ["a.jpg", "it no longer exists"])
      try lab.folder.put("pictures/b/c.jpg", [1])
      let back = try JSONReader.read(
        try await lab.post("/photos/undo", cookie, ["undo": reply["undo"]?.string ?? ""]).bytes)
      #expect(back["count"]?.integer == 1)
      #expect(
        back["troubles"]?.array?.first?.array?.compactMap(\.string) == ["c.jpg", "another file has its name now"])
    }
  }

  @Test(arguments: Language.allCases)
  func `words that make no sense are named in the reader's language`(_ language: Language) async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let query = "/photos/layout.json?q=" + PercentEncoding.component("camera: 2024-13 tag:pink foo:bar a.jpg")
      let reply = try await lab.send(.GET, query, cookie, [("Accept-Language", language.rawValue)], nil)
      let answer = try JSONReader.read(reply.bytes)
      let lines = try #require(answer["mistakes"]?.array).compactMap(\.string)
      let words = WordTable<SearchText>(language)
      #expect(lines.count == 4 && lines[0] == words.filled(.noValue, "camera:"))
      #expect(lines[1] == words.filled(.noDate, "2024-13") && lines[2].contains("tag:pink"))
      #expect(lines[3].contains("foo:bar") && lines[3].contains("near:"))
      // They filter nothing: what makes sense does.
      #expect(answer["months"]?.array?.first?.array?[1].integer == 1)
    }
  }

  @Test func `a link outlives its photo's name and a lost index, and says so while all is read again`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let photo = try #require(
        try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 1).first)
      let link = "/photos/at/" + (try #require(photo.key).text)
      #expect(try await lab.get(link, cookie).text.contains("a.jpg"))
      #expect(rename(lab.folder.path("pictures/a.jpg"), lab.folder.path("pictures/b/other.jpg")) == 0)
      // The index is as one that was thrown away: it knows nothing of the source.
      try await lab.photos.remove(photo.source)
      #expect(try await lab.photos.addFolder(lab.folder.path("pictures")) == photo.source)
      let lost = try await lab.get(link, cookie)
      #expect(lost.status == 503 && lost.headers.first(name: "Refresh") == "3")
      _ = try await lab.photos.scan(photo.source)
      #expect(try await lab.get(link, cookie).text.contains("<bdi>other.jpg</bdi>"))
      #expect(try await lab.get("/photos/at/00000000000000000000000000000000-1", cookie).status == 404)
    }
  }

  @Test func `an original that was written anew is never shown under its old stamp`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let photo = try #require(try await lab.photos.photos(PhotoView(order: .name), after: nil, count: 1).first)
      let old = "/photos/picture/\(photo.number)/\(photo.stamp)/1024.jpg"
      try lab.folder.put(
        "pictures/a.jpg",
        try JPEGCodec().encode(
          Bitmap(size: PixelSize(width: 400, height: 300), color: RGBColor(red: 9, green: 9, blue: 200))))
      for address in [old, "/photos/original/\(photo.number)/\(photo.stamp)"] {
        let reply = try await lab.get(address, cookie)
        #expect(reply.status == 404 && reply.headers.first(name: "Cache-Control")?.contains("immutable") != true)
      }
      while try await lab.photos.photo(photo.number)?.stamp == photo.stamp { await Task.moment() }
      while try await lab.photos.photo(photo.number)?.isRead != true { await Task.moment() }
      let new = try #require(try await lab.photos.photo(photo.number))
      #expect(try await lab.get(old, cookie).status == 404)
      #expect(try await lab.get("/photos/picture/\(photo.number)/\(new.stamp)/1024.jpg", cookie).status == 200)
      // The page of the old one leads to the new one.
      let page = try await lab.get("/photos/at/\(photo.number)/\(photo.stamp)", cookie)
      let link = try #require(new.key).text
      #expect(page.status == 303 && page.headers.first(name: "Location") == "/photos/at/" + link)
    }
  }

  @Test func `a source that is none is no view, so that whoever changes to it stays where they were`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      #expect(try await lab.get("/photos/layout.json?in=pictures", cookie).status == 200)
      for query in ["in=gone", "album=own-gone", "in=pictures&album=of-Rome"] {
        #expect(try await lab.get("/photos/layout.json?" + query, cookie).status == 404, "\(query)")
      }
    }
  }

  @Test func `saved without metadata, a photo has its picture and nothing else`() async throws {
    try await PhotosLab.run { lab in
      let cookie = try await lab.join("a@example.org", Standing(.employee))
      let plain = try lab.folder.read("pictures/a.jpg")
      let comment: [UInt8] = [0xFF, 0xFE, 0, 8] + Array("secret".utf8)
      try lab.folder.put("pictures/a.jpg", Array(plain[..<2]) + comment + Array(plain[2...]))
      try lab.folder.put("pictures/b/c.jpg", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      _ = try await lab.photos.scan(try #require(PhotoSourceID("pictures")))
      let all = try await numbers(lab).joined(separator: ",")
      let bytes = try await lab.post("/photos/export", cookie, ["photos": all, "size": "bare"]).bytes
      let archive = try ZIPReader(sizeBytes: UInt64(bytes.count)) { Array(bytes[Int($0)..<Int($0) + $1]) }
      #expect(Set(archive.entries.map(\.name)) == ["a.jpg", "d.jpg", "MISSING.txt"])
      #expect(try archive.read(try #require(archive.entries.first { $0.name == "a.jpg" })) == plain)
      let missing = String(
        decoding: try archive.read(try #require(archive.entries.first { $0.name == "MISSING.txt" })), as: UTF8.self)
      #expect(missing.contains("c.jpg") && missing.contains("JPEG"))
      #expect(try await lab.post("/photos/export", cookie, ["photos": all, "size": "256"]).status == 404)
    }
  }

  @Test func `every language says everything of albums and searches, with the same places for words`() {
    func holds<Text: PageText>(_ type: Text.Type) {
      for language in Language.allCases {
        for text in Text.allCases {
          let (own, english) = (Text.table(language)[text] ?? "", Text.table(.english)[text] ?? "?")
          #expect(!own.isEmpty, "\(language) \(text)")
          for sign in ["%1", "%2"] { #expect(own.contains(sign) == english.contains(sign), "\(language) \(text)") }
        }
      }
    }
    holds(AlbumText.self)
    holds(SearchText.self)
    holds(PhotoRemarkText.self)
  }
}
