import BoothCore

extension MemoryStore {
  func eraseSession(_ session: SessionID, at time: WallTime) async throws(StoreError) -> [Job] {
    try change { (state) throws(StoreError) -> [Job] in
      guard let index = state.sessions.firstIndex(where: { $0.id == session }) else {
        throw StoreError(.notFound, subject: session.text, detail: "no such session")
      }
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

  func space() async throws(StoreError) -> DiskSpace {
    try change { DiskSpace(freeBytes: $0.freeBytes, totalBytes: 200_000_000_000) }
  }
}
