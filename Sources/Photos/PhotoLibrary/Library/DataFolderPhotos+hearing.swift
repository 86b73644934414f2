import PhotoModel

/// Sources that say themselves that something may be different.
extension DataFolderPhotos {
  /// A burst of changes is one; and after a scan there is a pause of four times what it took, so that a folder that changes all the
  /// time keeps no processor busy.
  private static let (settling, pause, longest) = (Duration.milliseconds(300), 4, Duration.seconds(60))

  /// Looks at a source whenever it says so, until the task is cancelled.
  func listen(to source: any PhotoWatched, _ id: PhotoSourceID) async {
    let (news, said) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let pump = Task { for await _ in news { await look(id, again: said) } }
    for await step in source.changes() {
      switch step {
      case .hearing:
        note(deaf: nil, of: id)
        // What happened between the last scan and now.
        said.yield()
      case .changed: said.yield()
      case .deaf(let words): note(deaf: words, of: id)
      }
    }
    pump.cancel()
    said.finish()
    await pump.value
  }

  private func look(_ id: PhotoSourceID, again: AsyncStream<Void>.Continuation) async {
    do {
      try await Task.sleep(for: Self.settling)
      let begun = ContinuousClock.now
      // One that runs already may have passed the place.
      if let running = runningScan(id) { _ = await running.value }
      let isDone = try await scanning(id).value
      if !isDone { again.yield() }
      let took = begun.duration(to: .now)
      try await Task.sleep(for: isDone ? min(took * Self.pause, Self.longest) : .seconds(2))
    } catch {
      // The source is gone, or the look has ended.
    }
  }
}
