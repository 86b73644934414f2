import BoothCore

extension MemoryStore {
  func eraseSession(_ session: SessionID, at time: WallTime) async throws(StoreError) -> [Job] {
    try change { (state) throws(StoreError) -> [Job] in
      guard let index = state.sessions.firstIndex(where: { $0.id == session }) else {
        throw StoreError(.notFound, subject: session.text, detail: "no such session")
      }
      if state.refusedDeletions > 0 {
        state.refusedDeletions -= 1
        throw StoreError(.full, subject: "disk", detail: "no space left")
      }
      state.leaving[session] = nil
      state.sessions[index].state = .discarded
      state.sessions[index].assets = []
      state.decisions.append("erase")
      for index in state.jobs.indices where state.jobs[index].session == session && !state.jobs[index].state.isOver {
        state.jobs[index].state = .cancelled
      }
      state.lastJob += 1
      let job = Job(id: state.lastJob, kind: .erase, session: session)
      state.jobs.append(job)
      return [job]
    }
  }

  func leftOfErased(_ session: SessionID) async throws(StoreError) -> String? { try change { $0.leftOfErased } }

  func noteErasedAtGallery(_ session: SessionID, at time: WallTime) async throws(StoreError) {
    try change { $0.decisions.append("erased at the gallery") }
  }

  func uploadedSessions() async throws(StoreError) -> [(session: SessionRecord, hasOpenJobs: Bool)] {
    try change { state in
      state.sessions.filter { $0.state == .uploaded && !$0.assets.isEmpty }.map { session in
        (session, state.jobs.contains { $0.session == session.id && !$0.state.isOver })
      }
    }
  }

  func releaseConfirmed(
    _ assets: [AssetID], of session: SessionID, at time: WallTime
  ) async throws(StoreError) -> Int64 {
    try change { state in
      guard let index = state.sessions.firstIndex(where: { $0.id == session }) else { return 0 }
      state.sessions[index].assets.removeAll { assets.contains($0.id) }
      state.decisions.append("keepPolicy \(assets)")
      return Int64(assets.count)
    }
  }

  func queue(_ kind: Job.Kind, of subject: JobSubject) async throws(StoreError) -> Job {
    try change { state in
      state.lastJob += 1
      let new = Job(id: state.lastJob, kind: kind, subject: subject)
      state.jobs.append(new)
      return new
    }
  }

  func takeUpCancelled(_ id: JobID) async throws(StoreError) -> [Job] {
    try change { (state) throws(StoreError) -> [Job] in
      guard let job = state.jobs.first(where: { $0.id == id && $0.state == .cancelled }) else {
        throw StoreError(.notFound, subject: "job \(id)", detail: "is no cancelled job")
      }
      state.lastJob += 1
      let new = Job(id: state.lastJob, kind: job.kind, subject: job.subject)
      state.jobs.append(new)
      return [new]
    }
  }

  func forgetConfirmations(_ assets: [AssetID], of session: SessionID) async throws(StoreError) {
    try change { state in
      guard let index = state.sessions.firstIndex(where: { $0.id == session }) else { return }
      state.sessions[index].state = .finished
      for asset in state.sessions[index].assets.indices
      where assets.contains(state.sessions[index].assets[asset].id) {
        state.sessions[index].assets[asset].uploaded = false
      }
      state.decisions.append("unconfirmed \(assets)")
    }
  }

  func bringAgain(_ assets: [AssetID], of session: SessionID) async throws(StoreError) -> [Job] {
    try await forgetConfirmations(assets, of: session)
    return try change { state in
      state.lastJob += 1
      state.jobs.append(Job(id: state.lastJob, kind: .upload, session: session))
      return [state.jobs[state.jobs.count - 1]]
    }
  }

  func space() async throws(StoreError) -> DiskSpace {
    try change { DiskSpace(freeBytes: $0.freeBytes, totalBytes: 200_000_000_000) }
  }
}
