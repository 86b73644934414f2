import BoothCore
import Testing

extension SessionStoreConformance {
  /// How files leave.
  static let leaving = [
    SessionStoreConformance("a discarded photo leaves with its file, for good, and asking again is harmless") {
      let session = try await $0.store.begin()
      let (first, second) = (try await $0.store.photo(session, 0), try await $0.store.photo(session, 1))
      for _ in 0..<2 { try await $0.store.discard([first.id], of: session.id, .retake, at: time) }
      for open in $0.processes {
        let store = try open()
        #expect(try await store.current(session).assets == [second])
        #expect(try await !store.hasFile(first))
        #expect(try await store.hasFile(second))
      }
    },
    SessionStoreConformance("settling on a photo gives up whatever else was taken of its strip, and nothing more") {
      let session = try await $0.store.begin()
      let other = try await $0.store.photo(session, 1)
      let (first, second) = (try await $0.store.photo(session, 0), try await $0.store.photo(session, 0))
      try await $0.store.settle(first.id, of: session.id, at: time)
      #expect(try await $0.store.current(session).assets == [other, first])
      #expect(try await !$0.store.hasFile(second))
      await expectRefusal(.notFound) { [store = $0.store] in
        try await store.settle(second.id, of: session.id, at: time)
      }
    },
    SessionStoreConformance("a discarded session leaves with its files and its jobs, and takes nothing any more") {
      let session = try await $0.store.finished()
      for _ in 0..<2 { try await $0.store.discardSession(session.id, .cancel, at: time) }
      let late = $0.store.scratchPath(for: "late.mp4")
      try $0.put([1], late)
      await expectRefusal(.notFound) { [store = $0.store] in
        _ = try await store.add(NewAsset(session: session.id, kind: .video, strip: 0), from: .file(late), at: time)
      }
      for open in $0.processes {
        let store = try open()
        let now = try await store.current(session)
        #expect(now.state == .discarded && now.assets.isEmpty)
        for asset in session.assets { #expect(try await !store.hasFile(asset)) }
        #expect(try await store.jobs(all: false).isEmpty)
        #expect(try await store.jobs(all: true).allSatisfy { $0.state == .cancelled })
        #expect(try await store.interruptedSessions().isEmpty)
        #expect(try await store.leavingSessions().isEmpty)
      }
    },
    SessionStoreConformance(
      "an erased session leaves at once, and one job removes it at the gallery, asked once or twice"
    ) {
      let session = try await $0.store.uploaded()
      let address = try #require(EmailAddress("maria@x.de"))
      _ = try await $0.store.keepEmail(address, of: session.id, at: time)
      let jobs = try await $0.store.eraseSession(session.id, at: time)
      #expect(jobs.count { $0.kind == .erase } == 1 && jobs.allSatisfy { !$0.state.isOver })
      let again = try await $0.store.eraseSession(session.id, at: time)
      #expect(again.count { $0.kind == .erase } == 1)
      let next = try $0.reopen()
      for asset in session.assets { #expect(try await !next.hasFile(asset)) }
      #expect(try await next.current(session).state == .discarded)
      #expect(try await next.jobs(all: false).filter { $0.kind == .erase } == jobs.filter { $0.kind == .erase })
      let emails = String(decoding: try #require(try await next.emails(of: 7)), as: UTF8.self)
      #expect(!emails.contains("maria"), "its guests' address goes too")
      for _ in 0..<2 { try await next.noteErasedAtGallery(session.id, at: time) }
      #expect(try await next.leftOfErased(session.id) == nil)
      await expectRefusal(.notFound) { [next] in _ = try await next.eraseSession(nobody, at: time) }
    },
    SessionStoreConformance("an erased session that was never to leave the booth needs no gallery") {
      let here = try await $0.store.begin(consent: ConsentGiven(version: "1", language: "en", uploads: false))
      try await $0.store.photo(here, 0)
      let made = try await $0.store.finishSession(here.id, quiet: false)
      #expect(!made.contains { $0.kind == .upload })
      #expect(try await $0.store.addUpload(of: here.id) == [])
      #expect(try await $0.store.eraseSession(here.id, at: time) == [])
    },
    SessionStoreConformance("the keep-policy lets go only what the gallery has confirmed, and says how many bytes") {
      let session = try await $0.store.uploaded()
      let open = try await $0.store.finished()
      let uploaded = try await $0.store.uploadedSessions()
      #expect(uploaded.map(\.session) == [session] && uploaded.map(\.hasOpenJobs) == [false])
      #expect(try await $0.store.releaseConfirmed(open.assets.map(\.id), of: open.id, at: time) == 0)
      for asset in open.assets { #expect(try await $0.store.hasFile(asset), "unconfirmed, so it stays") }
      let freed = try await $0.store.releaseConfirmed([session.assets[0].id], of: session.id, at: time)
      #expect(freed == session.assets[0].sizeBytes)
      #expect(try await $0.store.releaseConfirmed([session.assets[0].id], of: session.id, at: time) == 0)
      for open in $0.processes {
        let store = try open()
        #expect(try await store.current(session).assets == [session.assets[1]])
        #expect(try await store.current(session).state == .uploaded)
        #expect(try await !store.hasFile(session.assets[0]))
      }
    },
    SessionStoreConformance("sessions for the keep-policy come the oldest first, and say whether a job may read them") {
      let (first, second) = (try await $0.store.uploaded(), try await $0.store.uploaded())
      let email = try #require(EmailAddress("a@x.de"))
      _ = try await $0.store.keepEmail(email, of: first.id, at: time)
      let found = try await $0.store.uploadedSessions()
      #expect(found.map(\.session.id) == [first.id, second.id] && found.map(\.hasOpenJobs) == [true, false])
      _ = try await $0.store.releaseConfirmed(second.assets.map(\.id), of: second.id, at: time)
      #expect(
        try await $0.store.uploadedSessions().map(\.session.id) == [first.id], "one without files has nothing to let go"
      )
    },
  ]
}
