import BoothCore
import FoundationEssentials
import Testing

extension SessionStoreConformance {
  /// What is kept, and found again.
  static let keeping = [
    SessionStoreConformance("a session has an id and a link of its own, and its guests' answer, before its first photo")
    {
      let given = ConsentGiven(version: "3", language: "de", uploads: false)
      let (first, second) = (try await $0.store.begin(consent: given), try await $0.store.begin())
      #expect(first.id != second.id && first.link != second.link)
      for session in [first, second] {
        #expect(session.link == GalleryPath.link(base: "https://g.example", session: session.id))
        #expect(session.state == .capturing && session.assets.isEmpty && session.event == 7)
        #expect(session.eventSlug == "party" && session.openedAt == time && session.plan == event.plan)
      }
      #expect(first.consent == Consent(given, at: time) && second.consent == nil)
      let next = try $0.reopen()
      #expect(try await next.session(first.id) == first)
      #expect(try await next.session(second.id) == second)
      #expect(try await next.begin().id != second.id, "an id is never given twice")
      #expect(try await next.session(nobody) == nil)
    },
    SessionStoreConformance("a photo is whole on the disk when the store answers, and the next process knows it") {
      let session = try await $0.store.begin()
      let bytes = bytePattern(70_000)
      let photo = try await $0.store.photo(session, 1, bytes)
      #expect(photo.kind == .photo && photo.strip == 1 && photo.session == session.id && !photo.uploaded)
      #expect(photo.sizeBytes == 70_000 && photo.takenAt == time)
      for open in $0.processes {
        let store = try open()
        #expect(try await store.current(session).assets == [photo])
        #expect(
          try await store.fingerprint(of: photo) == Fingerprint(sizeBytes: 70_000, checksum: photo.checksum),
          "the checksum is the file's")
        #expect(try contents(store.absolutePath(of: photo)) == bytes)
      }
    },
    SessionStoreConformance("a clip's file becomes the asset, and is not in the scratch folder any more") {
      let session = try await $0.store.begin()
      let path = $0.store.scratchPath(for: "clip.mp4")
      try $0.put([9, 8, 7], path)
      let clip = try await $0.store.add(
        NewAsset(
          session: session.id, kind: .video, strip: 0, duration: .seconds(10), frames: 300, droppedFrames: 2),
        from: .file(path), at: time)
      #expect(clip.duration == .seconds(10) && clip.frames == 300 && clip.droppedFrames == 2 && clip.sizeBytes == 3)
      #expect(try contents($0.store.absolutePath(of: clip)) == [9, 8, 7])
      await expectRefusal(.notFound) { [store = $0.store] in
        _ = try await store.add(NewAsset(session: session.id, kind: .video, strip: 1), from: .file(path), at: time)
      }
      #expect(try await $0.reopen().current(session).assets == [clip])
    },
    SessionStoreConformance("no two files of a session share a name, not even a photo and the one taken in its place") {
      let session = try await $0.store.begin()
      let first = try await $0.store.photo(session, 0, [1])
      let second = try await $0.store.photo(session, 0, [2])
      try await $0.store.discard([first.id], of: session.id, .retake, at: time)
      let third = try await $0.store.photo(session, 0, [3])
      #expect(Set([first.path, second.path, third.path]).count == 3)
      #expect(first.id < second.id && second.id < third.id, "numbers of assets only grow")
      #expect(try contents($0.store.absolutePath(of: second)) == [2])
      #expect(try await $0.store.current(session).assets == [second, third])
    },
    SessionStoreConformance("the newest sessions come first, the interrupted the oldest first, jobs by their numbers") {
      var all: [SessionRecord] = []
      for _ in 0..<4 { all.append(try await $0.store.begin()) }
      for session in [all[2], all[0]] {
        try await $0.store.photo(session, 0)
        _ = try await $0.store.finishSession(session.id, quiet: false)
      }
      for open in $0.processes {
        let store = try open()
        #expect(try await store.sessions(limit: 3).map(\.id) == [all[3].id, all[2].id, all[1].id])
        #expect(try await store.sessions(limit: 9).count == 4)
        #expect(try await store.interruptedSessions().map(\.id) == [all[1].id, all[3].id])
        let jobs = try await store.jobs(all: true)
        #expect(jobs.count == 4 && jobs.map(\.id) == jobs.map(\.id).sorted())
        #expect(Set(jobs.map(\.id)).count == 4, "a job's number is its own")
      }
    },
    SessionStoreConformance("what was made last is reopened: an uploaded session that gets a file is finished again") {
      let session = try await $0.store.uploaded()
      #expect(session.state == .uploaded)
      let late = try await $0.store.add(
        NewAsset(session: session.id, kind: .stripVideo, strip: -1), from: .bytes([5]), at: time)
      let now = try await $0.reopen().current(session)
      #expect(now.state == .finished && now.assets.last == late && now.needsUpload)
    },
    SessionStoreConformance("the choice of event is remembered, and whether the disk takes anything can be asked") {
      #expect(try await $0.store.selectedEvent() == nil)
      try await $0.store.selectEvent("party")
      try await $0.store.selectEvent("wedding")
      try await $0.store.check()
      let space = try await $0.store.space()
      #expect(space.freeBytes > 0 && space.totalBytes >= space.freeBytes)
      #expect(try await $0.reopen().selectedEvent() == "wedding")
    },
    SessionStoreConformance("a picture of no session gets the next number, in the next process too") {
      let (first, second) = (try await $0.store.keepApart([1]), try await $0.store.keepApart([2]))
      let third = try await $0.reopen().keepApart([3])
      #expect(Set([first, second, third]).count == 3 && [first, second, third] == [first, second, third].sorted())
    },
    SessionStoreConformance("an address is kept once, and a job brings it") {
      let session = try await $0.store.begin()
      let address = try #require(EmailAddress("maria@x.de"))
      #expect(try await $0.store.emails(of: 7) == nil)
      let jobs = try await $0.store.keepEmail(address, of: session.id, at: time)
      #expect(jobs.map(\.kind) == [.emails] && jobs.map(\.session) == [session.id])
      #expect(try await $0.store.keepEmail(address, of: session.id, at: time) == [], "left twice, brought once")
      await expectRefusal(.notFound) { [store = $0.store] in
        _ = try await store.keepEmail(address, of: nobody, at: time)
      }
      let next = try $0.reopen()
      let text = String(decoding: try #require(try await next.emails(of: 7)), as: UTF8.self)
      #expect(text.split(separator: "maria@x.de", omittingEmptySubsequences: false).count == 2)
      #expect(text.contains(session.id.text) && !text.contains(nobody.text))
      #expect(try await next.jobs(all: false) == jobs)
      #expect(try await next.emails(of: 8) == nil)
    },
  ]

  private static func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }
}
