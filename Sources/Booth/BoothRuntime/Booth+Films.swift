import BoothCore

/// Makes a session's films, as ``FilmRun`` says.
extension Booth {
  nonisolated func make(_ films: [FilmKind], of session: SessionRecord, _ lease: AttemptID) async throws {
    var run = FilmRun(films)
    var effect = run.start()
    while case .make(let film) = effect {
      do {
        try await keep(film, of: session, lease)
        effect = run.handle(.kept)
      } catch let error as CancellationError {
        throw error
      } catch {
        effect = run.handle(.failed(failure(of: error)))
      }
    }
    if case .finish(let failure?) = effect { throw failure }
  }

  /// Makes a film and keeps it, and has it brought to the gallery.
  private nonisolated func keep(_ film: FilmKind, of session: SessionRecord, _ lease: AttemptID) async throws {
    try Task.checkCancellation()
    // A name of its own: a worker that was stopped may still be writing.
    let name = "\(session.id)-film-\(film.rawValue)-\(lease.number).\(film.asset.fileExtension)"
    let made = try await make(film, of: session, ports.store.scratchPath(for: name))
    try Task.checkCancellation()
    _ = try await ports.store.add(
      NewAsset(
        session: session.id, kind: film.asset, strip: -1, duration: made.duration, frames: made.frames,
        droppedFrames: made.droppedFrames),
      from: .file(made.path), at: ports.clock.wallTime)
    try await uploadAgain(session.id)
  }

  private nonisolated func make(
    _ film: FilmKind, of session: SessionRecord, _ path: String
  ) async throws(ClipError) -> RecordedClip {
    let event = event(of: session)
    let clips = session.clips.map(ports.store.absolutePath(of:))
    let filter = event.filter(choosing: session.plan.look)
    switch film {
    case .strip:
      return try await ports.filmStrips.makeFilmStrip(
        FilmStripRequest(
          clips: clips, path: path, theme: event.theme, artwork: ports.events.artwork(of: event),
          footer: event.footer, filter: filter))
    case .boomerang, .gif:
      // By the last clip guests have stopped being shy.
      guard let clip = clips.last else {
        throw ClipError(.noFrames, subject: path, detail: "a boomerang needs a clip")
      }
      return try await ports.boomerangs.makeBoomerang(
        BoomerangRequest(clip: clip, path: path, format: film == .gif ? .gif : .mp4, filter: filter))
    }
  }
}
