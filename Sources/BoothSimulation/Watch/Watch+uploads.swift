import BoothCore

/// What an upload leaves behind, and what the books say of jobs.
extension Watch {
  /// When all has come to rest: a state that the disk refused has reached the books since.
  func checkJobsAreBooked(_ booth: SimulatedBooth, _ night: Night) throws(StoreError) {
    let (known, booked) = (booth.pump.jobs.map(\.job), try booth.ledger.jobs(all: false))
    guard known != booked else { return }
    night.fail(.booksAreTrue, "the books have \(booked), and the pump \(known)")
  }

  /// An upload that ended well left nothing behind, and the books say so.
  func uploadEnds(_ night: Night, _ job: Job, _ failure: JobFailure?, knowing session: SessionRecord) {
    knownToUpload[job.session] = Set(session.assets.map(\.id))
    guard failure == nil, let record = try? night.booth?.ledger.session(job.session) else { return }
    guard record.state == .finished, !record.staysHere else { return }
    night.fail(
      .uploadIsWhole,
      "the upload of \(record.id) has ended well, and \(record.assets.count { !$0.uploaded }) files were left behind")
  }

  /// When all has come to rest, before the operator does anything: whatever was kept was known to the last upload of its
  /// session, also where that waits for the operator.
  func checkHeldUploads(_ night: Night) {
    guard violation == nil, let booth = night.booth else { return }
    for job in booth.pump.jobs.map(\.job) where job.kind == .upload && job.state == .held {
      guard !jobsCancelled.contains(job.session), let known = knownToUpload[job.session],
        let record = try? booth.ledger.session(job.session)
      else { continue }
      for asset in record.assets where !known.contains(asset.id) {
        return night.fail(
          .uploadIsWhole, "\(asset.path) was made, and the held upload of its session was not tried again")
      }
    }
  }
}
