import BoothCore
import Testing

extension SessionStoreConformance {
  /// Jobs, uploads and what they confirm.
  static let working = [
    SessionStoreConformance("finishing makes the jobs once, and the next process has the same") {
      let session = try await $0.store.begin()
      try await $0.store.photo(session, 0)
      let jobs = try await $0.store.finishSession(session.id, quiet: true)
      #expect(jobs.map(\.kind) == [.composite, .upload] && jobs.allSatisfy { $0.session == session.id })
      #expect(try await $0.store.finishSession(session.id, quiet: false) == jobs)
      let next = try $0.reopen()
      #expect(try await next.jobs(all: false) == jobs)
      #expect(try await next.finishSession(session.id, quiet: false) == jobs)
      let now = try await next.current(session)
      #expect(now.state == .finished && now.quiet)
    },
    SessionStoreConformance("states of jobs are kept in their order, and one that is cancelled stays so") {
      let session = try await $0.store.finished()
      var jobs = try await $0.store.jobs(all: false)
      jobs[0].state = .running
      jobs[0].attempts = 1
      var later = jobs[0]
      later.state = .done
      jobs[1].state = .cancelled
      var late = jobs[1]
      late.state = .done
      try await $0.store.record([jobs[0], later, jobs[1], late])
      try await $0.store.record([late])
      for open in $0.processes {
        let store = try open()
        #expect(try await store.jobs(all: true) == [later, jobs[1]])
        #expect(try await store.jobs(all: false) == [], "a job that is over is among all, and not among the open")
        #expect(try await store.current(session).state == .finished)
      }
    },
    SessionStoreConformance("another upload is queued unless one waits, was cancelled, or all is there") {
      let session = try await $0.store.finished()
      #expect(try await $0.store.addUpload(of: session.id) == [], "one waits")
      var upload = try #require(try await $0.store.jobs(all: false).first { $0.kind == .upload })
      upload.state = .running
      try await $0.store.record([upload])
      let second = try await $0.store.addUpload(of: session.id)
      #expect(second.map(\.kind) == [.upload] && second[0].id != upload.id, "the running one may have read its list")
      var cancelled = second[0]
      cancelled.state = .cancelled
      try await $0.store.record([cancelled])
      #expect(try await $0.store.addUpload(of: session.id) == [], "the operator cancelled it")
      let uploaded = try await $0.store.uploaded()
      #expect(try await $0.store.addUpload(of: uploaded.id) == [], "all is there")
    },
    SessionStoreConformance("what was cancelled is taken up as a new job, once, and nothing else is") {
      let session = try await $0.store.finished()
      let upload = try #require(try await $0.store.jobs(all: false).first { $0.kind == .upload })
      await expectRefusal(.notFound) { [store = $0.store] in _ = try await store.takeUpCancelled(upload.id) }
      try await $0.store.end(session, .cancelled)
      let new = try await $0.store.takeUpCancelled(upload.id)
      #expect(new.map(\.kind) == [.upload] && new[0].id > upload.id && new[0].state == .ready)
      #expect(try await $0.store.takeUpCancelled(upload.id) == new, "one waits already")
      #expect(try await $0.reopen().jobs(all: false) == new)
    },
    SessionStoreConformance("work of a kind that is not registered for its subject is refused, and not kept") {
      let jobs = try await $0.store.jobs(all: true)
      for (kind, subject) in [
        (Job.Kind.upload, JobSubject.other(kind: "location", id: "17")),
        (Job.Kind(rawValue: "locationSync"), .other(kind: "location", id: "17")),
      ] {
        await expectRefusal(.failed) { [store = $0.store] in _ = try await store.queue(kind, of: subject) }
      }
      #expect(try await $0.store.jobs(all: true) == jobs)
    },
    SessionStoreConformance("a session is uploaded when every file is confirmed, and not before") {
      let session = try await $0.store.finished()
      try await $0.store.markUploaded(session.assets[0].id, at: time)
      #expect(try await $0.store.markSessionUploaded(session.id) == true, "one is left")
      #expect(try await $0.store.current(session).state == .finished)
      try await $0.store.markUploaded(session.assets[1].id, at: time)
      #expect(try await $0.store.markSessionUploaded(session.id) == false)
      let now = try await $0.reopen().current(session)
      #expect(now.state == .uploaded && now.assets.allSatisfy { $0.uploaded })
    },
    SessionStoreConformance("what the gallery has not any more is unconfirmed, and an upload brings it again") {
      let session = try await $0.store.uploaded()
      let lost = session.assets[1].id
      let jobs = try await $0.store.bringAgain([lost], of: session.id)
      #expect(jobs.map(\.kind) == [.upload] && jobs[0].state == .ready)
      #expect(try await $0.store.bringAgain([lost], of: session.id) == [], "one waits already")
      let next = try $0.reopen()
      let now = try await next.current(session)
      #expect(now.state == .finished && now.assets.map(\.uploaded) == [true, false])
      #expect(try await next.jobs(all: false) == jobs)
      #expect(try await next.releaseConfirmed([lost], of: session.id, at: time) == 0)
      try await next.forgetConfirmations(session.assets.map(\.id), of: session.id)
      #expect(try await next.current(session).assets.allSatisfy { !$0.uploaded })
      #expect(try await next.jobs(all: false) == jobs, "forgetting queues nothing")
    },
  ]

  /// Calls that throw.
  static let refusing = [
    SessionStoreConformance("a call that throws has changed nothing") { subject in
      let store = subject.store
      let session = try await store.finished()
      let (sessions, jobs) = (try await store.sessions(limit: 10), try await store.jobs(all: true))
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await store.add(NewAsset(session: nobody, kind: .photo, strip: 0), from: .bytes([1]), at: time) },
        {
          _ = try await store.add(
            NewAsset(session: session.id, kind: .video, strip: 0), from: .file(store.scratchPath(for: "none.mp4")),
            at: time)
        },
        { try await store.settle(999, of: session.id, at: time) },
        { try await store.settle(session.assets[0].id, of: nobody, at: time) },
        { _ = try await store.eraseSession(nobody, at: time) },
        { _ = try await store.takeUpCancelled(999) },
      ]
      for call in calls { await expectRefusal(.notFound) { try await call() } }
      for open in subject.processes {
        let store = try open()
        #expect(try await store.sessions(limit: 10) == sessions)
        #expect(try await store.jobs(all: true) == jobs)
        for asset in session.assets { #expect(try await store.hasFile(asset)) }
      }
    },
    SessionStoreConformance("of calls made at once each is whole, and none is lost") { subject in
      let store = subject.store
      let session = try await store.begin()
      let paths = try await withThrowingTaskGroup(of: Asset.self) { group in
        for strip in 0..<16 { group.addTask { try await store.photo(session, strip % 4, bytePattern(100 + strip)) } }
        return try await group.reduce(into: [Asset]()) { $0.append($1) }
      }
      #expect(Set(paths.map(\.path)).count == 16 && Set(paths.map(\.id)).count == 16)
      #expect(try await store.current(session).assets == paths.sorted { $0.id < $1.id })
      for asset in paths {
        #expect(try await store.fingerprint(of: asset)?.checksum == asset.checksum)
      }
    },
  ]
}
