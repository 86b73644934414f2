import BoothCore
import BoothVault

/// What an upload leaves behind, and what the database says of jobs.
extension Watch {
  /// What the database says; that they can be read is a promise of its own.
  func read<Value>(_ night: Night, _ body: () throws(StoreError) -> Value) -> Value? {
    do throws(StoreError) { return try body() } catch {
      if !night.gate.isKilled { night.fail(.databaseIsTrue, "the books cannot be read: \(error)") }
      return nil
    }
  }

  /// When all has come to rest: a state that the disk refused has reached the database since.
  func checkJobsAreRecorded(_ booth: SimulatedBooth, _ night: Night) throws(StoreError) {
    let (known, recorded) = (booth.pump.jobs.map(\.job), try booth.ledger.jobs(all: false))
    guard known != recorded else { return }
    night.fail(.databaseIsTrue, "the books have \(recorded), and the pump \(known)")
  }

  /// An upload that ended well left nothing behind, and the database says so.
  func uploadEnds(_ night: Night, _ job: Job, _ failure: JobFault?, knowing session: SessionRecord) {
    knownToUpload[session.id] = Set(session.assets.map(\.id))
    guard failure == nil, let booth = night.booth else { return }
    guard let record = read(night, { () throws(StoreError) in try booth.ledger.session(session.id) }) ?? nil else {
      return
    }
    guard record.state == .finished, !record.staysHere else { return }
    night.fail(
      .uploadIsWhole,
      "the upload of \(record.id) has ended well, and \(record.assets.count { !$0.uploaded }) files were left behind")
  }

  func refused(_ film: FilmKind, of session: SessionID) { filmsRefused[session, default: []].insert(film) }

  /// When all has come to rest, before the operator does anything.
  func checkHeldJobs(_ night: Night) {
    guard violation == nil, let booth = night.booth else { return }
    for job in booth.pump.jobs.map(\.job) {
      guard let session = job.session, !jobsCancelled.contains(session) else { continue }
      let recorded = read(night) { () throws(StoreError) in try booth.ledger.session(session) }
      guard let record = recorded ?? nil else { continue }
      switch (job.kind, job.state) {
      case (.upload, .held): checkHeldUpload(record, night)
      case (.filmStrip, .failed): checkFailedFilms(record, night)
      default: break
      }
    }
  }

  /// One film that cannot be made does not stop the others.
  private func checkFailedFilms(_ record: SessionRecord, _ night: Night) {
    guard !damagedSessions.contains(record.id) else { return }
    let left = record.lackingFilms.filter { !filmsRefused[record.id, default: []].contains($0) }
    guard !left.isEmpty else { return }
    night.fail(.queueDrains, "the films \(left.map(\.rawValue)) of \(record.id) were not tried, as another one failed")
  }

  /// Whatever was kept was known to the last upload of its session, also where that waits for the operator.
  private func checkHeldUpload(_ record: SessionRecord, _ night: Night) {
    guard let known = knownToUpload[record.id] else { return }
    for asset in record.assets where !known.contains(asset.id) {
      return night.fail(
        .uploadIsWhole, "\(asset.path) was made, and the held upload of its session was not tried again")
    }
  }
}
