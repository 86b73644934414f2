import BoothCore
import BoothVault

/// What guests and the operator cancelled, and what the world damaged.
extension Watch {
  /// The store took the session's end: it is not undone any more.
  func cancelTaken(_ session: SessionID) { cancelledSessions.insert(session) }

  /// The store refused, but a disk that is merely full can still forget: the cancel holds from now on, whatever happens
  /// to the process.
  func cancelRefused(_ night: Night, _ session: SessionID, _ error: StoreError) {
    let gate = night.gate
    guard error.code == .full, !gate.isKilled, !gate.isReadOnly, gate.failingCalls == 0, gate.failingSyncs == 0 else {
      return
    }
    cancelledSessions.insert(session)
  }

  func cancelAsked(_ job: Job) {
    cancelAsked.insert(job.id)
    guard let session = job.session else { return }
    if job.kind == .upload { uploadsCancelled.insert(session) }
    jobsCancelled.insert(session)
  }

  /// What was asked of a process and not recorded dies with it.
  func processEnds() { cancelAsked = [] }

  /// A file that is not what was kept, by no fault of the booth.
  func damaged(_ id: AssetID) {
    guard let asset = kept[id]?.asset else { return }
    damagedAssets[id] = asset
    damagedSessions.insert(asset.session)
  }

  func checkCancelled(_ night: Night) {
    guard let ledger = night.booth?.ledger else { return }
    do throws(StoreError) {
      for id in cancelledSessions.sorted(by: { $0.text < $1.text }) {
        let state = try ledger.session(id)?.state
        if state != .discarded {
          return night.fail(.cancelStays, "session \(id) was cancelled, and is \(state?.rawValue ?? "unknown")")
        }
      }
      let jobs = try ledger.jobs(all: true)
      for job in jobs where cancelAsked.contains(job.id) && job.state != .cancelled {
        return night.fail(.cancelStays, "job \(job.id) was cancelled, and is \(job.state.rawValue)")
      }
    } catch {
      night.fail(.keptPhotoLasts, "the books cannot be read: \(error)")
    }
  }

  /// A session of which a file was damaged, or whose upload the operator cancelled: the first brings all the others.
  func checkPartly(_ record: SessionRecord, _ night: Night) {
    guard !uploadsCancelled.contains(record.id), !record.staysHere else { return }
    guard damagedSessions.contains(record.id) else {
      return night.fail(.queueDrains, "session \(record.id) is still \(record.state.rawValue)")
    }
    var paths: Set<String> = []
    for asset in record.assets {
      let path = galleryPath(of: asset)
      if asset.uploaded { paths.insert(path) }
      guard damagedAssets[asset.id] == nil else { continue }
      guard asset.uploaded, let bytes = night.gallery.objects[path], let here = try? night.gate.disk.read(asset.path),
        bytes == here
      else {
        return night.fail(.queueDrains, "\(asset.path) is not at the gallery, as another of its session is damaged")
      }
    }
    let manifest = night.gallery.manifests[GalleryPath.manifest(event: record.event, session: record.id)]
    guard let manifest, Set(manifest.assets.map(\.path)) == paths else {
      return night.fail(.nothingTwice, "the manifest of \(record.id) does not list what the gallery has of it")
    }
  }
}
