import BoothCore
import BoothVault

/// What must be true when the faults are over and everything came to rest.
extension Watch {
  /// Before the last start: the gallery has everything, and what was discarded is gone.
  func checkRest(_ night: Night) {
    guard let booth = night.booth else { return }
    // Asked of every session: counted once.
    let stored = Dictionary(grouping: night.gallery.objects.keys) { path in
      path.split(separator: "/").first { $0.utf8.count == 36 }
    }
    let listed = night.gallery.index.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let keptOf = Dictionary(grouping: kept.values, by: \.asset.session)
    do throws(StoreError) {
      let letGo = Set(try booth.ledger.decisions(about: nil).filter { $0.reason == .keepPolicy }.compactMap(\.asset))
      for id in opened.keys.sorted(by: { $0.text < $1.text }) {
        guard let record = try booth.ledger.session(id) else {
          return night.fail(.keptPhotoLasts, "the books do not know session \(id) any more")
        }
        switch record.state {
        case .discarded:
          let left = try night.gate.disk.names(in: "sessions/\(id)")
          if !left.isEmpty { return night.fail(.discardedIsGone, "\(left) of the discarded \(id) is still there") }
          let there = stored[id.text[...], default: []].sorted()
          if !there.isEmpty { return night.fail(.discardedIsGone, "\(there) is still at the gallery") }
        case .uploaded:
          let released = try booth.ledger.assets(of: id).map(\.asset).filter { letGo.contains($0.id) }
          checkUploaded(record, released: released, night)
          if listed[id] != 1 { night.fail(.nothingTwice, "\(id) is not once in the gallery's index") }
          for kept in keptOf[id, default: []] where night.gallery.objects[galleryPath(of: kept.asset)] == nil {
            night.fail(.keptPhotoLasts, "\(kept.asset.path) was kept and is not at the gallery")
          }
        case .finished: checkPartly(record, night)
        // Paused on a database that is damaged, the booth ends when it is resumed: the next start lets the session go.
        case .capturing where booth.flow.storage.refusal?.mayPass == false: continue
        case .capturing:
          return night.fail(.queueDrains, "session \(id) is still \(record.state.rawValue)")
        }
      }
      try checkAddresses(night, booth.ledger)
      try checkJobsAreRecorded(booth, night)
    } catch {
      night.fail(.keptPhotoLasts, "the books cannot be read: \(error)")
    }
    checkTwins(night)
    checkCancelled(night)
  }

  /// Each address that was noted is here and at the gallery, but for those of sessions that were erased: they are nowhere.
  private func checkAddresses(_ night: Night, _ ledger: any Ledger) throws(StoreError) {
    for (address, session) in addresses {
      guard let record = opened[session], let state = try ledger.session(session)?.state else {
        return night.fail(.keptPhotoLasts, "the books do not know session \(session), which left an e-mail address")
      }
      let name = "emails_\(record.event).json"
      let path = "emails/\(name)"
      let isHere = try night.gate.disk.sizeBytes(path) != nil
      let here = isHere ? String(decoding: try night.gate.disk.read(path), as: UTF8.self) : ""
      let there = night.gallery.emails[record.event].map { String(decoding: $0, as: UTF8.self) } ?? ""
      let quoted = "\"\(address.text)\""
      if state == .discarded {
        if here.contains(quoted) || there.contains(quoted) {
          night.fail(.discardedIsGone, "the e-mail address of the erased \(session) is still in \(name)")
        }
      } else if !here.contains(quoted) {
        night.fail(.keptPhotoLasts, "an e-mail address of \(session) was noted, and is not in \(name)")
      } else if !there.contains(quoted) {
        night.fail(.queueDrains, "an e-mail address of \(session) is not at the gallery, and no job will bring it")
      }
    }
  }

  private func checkUploaded(_ record: SessionRecord, released: [Asset], _ night: Night) {
    var paths: Set<String> = []
    for asset in record.assets {
      let path = galleryPath(of: asset)
      guard paths.insert(path).inserted else {
        return night.fail(.nothingTwice, "two files of \(record.id) want to be \(path)")
      }
      let here = damagedAssets[asset.id] == nil ? try? night.gate.disk.read(asset.path) : kept[asset.id]?.bytes
      guard asset.uploaded, let bytes = night.gallery.objects[path], bytes == here else {
        return night.fail(.queueDrains, "\(asset.path) is not at the gallery, and no job will bring it")
      }
    }
    let all = paths.union(released.map(galleryPath(of:)))
    let manifest = night.gallery.manifests[GalleryPath.manifest(event: record.event, session: record.id)]
    guard let manifest, Set(manifest.assets.map(\.path)) == all, manifest.assets.count == all.count else {
      return night.fail(.nothingTwice, "the manifest of \(record.id) does not list what the session has")
    }
  }

  private func checkTwins(_ night: Night) {
    var places: [UInt64: String] = [:]
    for (path, bytes) in night.gallery.objects.sorted(by: { $0.key < $1.key }) {
      guard let number = content(in: bytes) else { continue }
      if let other = places[number] { night.fail(.nothingTwice, "\(path) and \(other) are the same picture") }
      places[number] = path
    }
  }

  /// After the last start: the disk holds exactly what the database says.
  func checkEnd(_ night: Night) {
    guard let booth = night.booth else { return }
    for id in kept.keys.sorted() { check(id, night) }
    checkVersions(night, booth)
    do throws(StoreError) {
      var expected: Set<String> = []
      var unrecorded: Set<String> = []
      for id in opened.keys {
        guard let record = try booth.ledger.session(id), record.state != .discarded else { continue }
        expected.formUnion(record.assets.map(\.path))
        // Written, but never recorded nor shown to anybody, as the booth died in between: it goes with its session.
        let named = Set(try booth.ledger.assets(of: id).map(\.asset.path))
        let names = try night.gate.disk.names(in: "sessions/\(id)").filter { !$0.hasSuffix(".part") }
        unrecorded.formUnion(names.map { "sessions/\(id)/\($0)" }.filter { !named.contains($0) })
      }
      var found: Set<String> = []
      for folder in try night.gate.disk.names(in: "sessions") {
        for name in try night.gate.disk.names(in: "sessions/\(folder)") { found.insert("sessions/\(folder)/\(name)") }
      }
      for name in try night.gate.disk.names(in: "scratch") { found.insert("scratch/\(name)") }
      let more = found.subtracting(expected).subtracting(unrecorded).sorted()
      if !more.isEmpty { night.fail(.discardedIsGone, "\(more) are on the disk, and in no books") }
      let missing = expected.subtracting(found).subtracting(damagedAssets.values.map(\.path)).sorted()
      if !missing.isEmpty { night.fail(.keptPhotoLasts, "\(missing) are in the books, and not on the disk") }
      for (name, bytes) in unasked where try night.gate.disk.read("unasked/\(name)") != bytes {
        night.fail(.keptPhotoLasts, "the photo nobody asked for, \(name), is not as it was")
      }
    } catch {
      night.fail(.keptPhotoLasts, "the disk cannot be read: \(error)")
    }
  }
}
