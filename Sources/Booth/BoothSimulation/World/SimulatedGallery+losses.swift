import BoothCore
import BoothVault

/// A gallery that says 2xx and does not keep its word.
extension SimulatedGallery {
  /// Takes a file, as it should; or loses it, or keeps only some of it, and says that it took it all the same.
  func take(_ bytes: [UInt8], _ permit: Permit, _ night: Night) {
    if disarm(.uploadLost) {
      if objects[permit.path] != bytes { lost.insert(permit.path) }
      return
    }
    if disarm(.uploadCut) {
      lost.insert(permit.path)
      objects[permit.path] = bytes.dropLast(1 + bytes.count / 4)
      return
    }
    lost.remove(permit.path)
    objects[permit.path] = bytes
    night.watch.arrived(night, bytes, at: permit.path, for: permit.session)
  }

  /// Loses a file that it has confirmed: of a session whose upload still waits, or that the keep-policy will ask for.
  /// The others are not watched.
  func lose(_ number: Int, _ night: Night) {
    // What is lost while a request is on its way cannot be known, nor what an upload or a keep run has asked for
    // before.
    guard let booth = night.booth, requests == 0, booth.keep.isResting else { return }
    let sessions = waiting(booth, night) + night.watch.askedAbout(booth)
    let paths = sessions.flatMap { session in objects.keys.filter { $0.contains(session.text) } }.sorted()
    guard !paths.isEmpty else { return }
    let path = paths[number % paths.count]
    objects[path] = nil
    lost.insert(path)
  }

  /// Of two uploads of a session the other finds it.
  private func waiting(_ booth: SimulatedBooth, _ night: Night) -> [SessionID] {
    let uploads = booth.pump.jobs.map(\.job).filter { $0.kind == .upload }
    let running = Set(uploads.filter { $0.state == .running }.compactMap(\.session))
    return uploads.filter { $0.state == .ready }.compactMap(\.session).filter { !running.contains($0) }.filter {
      session in
      (night.watch.read(night) { () throws(StoreError) in try booth.ledger.session(session) } ?? nil)?.state
        == .finished
    }
  }

  private func disarm(_ kind: FaultKind) -> Bool {
    guard let index = armed.firstIndex(of: kind) else { return false }
    armed.remove(at: index)
    return true
  }
}
