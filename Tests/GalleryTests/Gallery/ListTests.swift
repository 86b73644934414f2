import BoothCore
import BoothTesting
import Testing

@testable import Gallery
@testable import WebSupport

@Suite struct `The later lists` {
  @Test func `give an event's index, or an empty one`() async throws {
    try await GalleryLab.run { lab in
      let empty = try await lab.get("/api/events/7")
      #expect(empty.text == "{\"version\":1,\"event_id\":7,\"updated_at\":null,\"sessions\":[]}")
      #expect(
        try await lab.get("/api/events/7/thumbnails").text
          == "{\"event_id\":7,\"thumbnails\":[],\"next_cursor\":null,\"has_more\":false}")
      try await lab.bring()
      let reply = try await lab.get("/api/events/7")
      #expect(reply.bytes == (try lab.folder.read("events/7/index.json")))
      #expect(reply["Content-Type"] == "application/json" && reply["Cache-Control"] == "no-cache")
      #expect(try await lab.get("/api/e/7").status == 404)
    }
  }

  @Test func `give thumbnails in pages`() async throws {
    let entries = (0..<250).map { number in
      let thumb = number == 5 ? "" : ",\"thumb_path\":\"a b/\(number).jpg\""
      return "{\"session_id\":\"S\(number)\",\"created_at\":\"x\"\(thumb)}"
    }
    let sessions = (0..<250).filter { $0 != 5 }.map { "S\($0)" }
    try await GalleryLab.run { lab in
      try lab.folder.put(
        "events/7/index.json", Array("{\"updated_at\":\"now\",\"sessions\":[\(entries.joined(separator: ","))]}".utf8))
      func page(_ query: String) async throws -> (ids: [String], json: JSONDocument) {
        let json = try await lab.get("/api/events/7/thumbnails" + query).json
        return (json["thumbnails"]?.array?.compactMap { $0["session_id"]?.string } ?? [], json)
      }
      for (query, count) in [
        ("", 20), ("?limit=3", 3), ("?limit=100", 100), ("?limit=500", 100), ("?limit=0", 20), ("?limit=-1", 20),
        ("?limit=x", 20), ("?limit=", 20), ("?cursor=unknown", 20),
      ] {
        let (ids, json) = try await page(query)
        #expect(ids == Array(sessions.prefix(count)), "\(query)")
        #expect(json["next_cursor"]?.string == ids.last && json["has_more"] == true)
      }
      let first = try await page("").json["thumbnails"]?.array?.first
      #expect(first?["url"]?.string == "\(lab.base)/api/asset?path=a%20b%2F0.jpg")
      #expect(first?["created_at"] == "x")
      var (all, cursor) = ([String](), "")
      while true {
        let (ids, json) = try await page("?limit=60&cursor=" + cursor)
        all += ids
        guard let next = json["next_cursor"]?.string else {
          #expect(json["has_more"] == false && json["next_cursor"] == .null && json["updated_at"] == "now")
          break
        }
        cursor = next
      }
      #expect(all == sessions)
    }
  }

  @Test func `give a session's composites to any site`() async throws {
    try await GalleryLab.run { lab in
      let none = try await lab.get("/api/s/\(Sample.session)/strips")
      #expect(none.status == 404 && none.json["error"] == "Session not found or still processing")
      #expect(none["Access-Control-Allow-Origin"] == nil)
      try await lab.bring()
      let reply = try await lab.get("/api/s/\(Sample.session)/strips")
      let path = Sample.folder() + "strip_photo.jpg"
      #expect(reply["Access-Control-Allow-Origin"] == "*")
      #expect(
        reply.json
          == .members([
            "session_id": .string(Sample.session), "event_id": 7, "created_at": "2025-02-01T18:20:15Z",
            "strips": [
              .members([
                "kind": "strip_photo",
                "url": .string("\(lab.base)/api/asset?path=" + path.replacing("/", with: "%2F")), "path": .string(path),
                "poster_url": .null,
              ])
            ],
          ]))
    }
  }
}
