import StudioRules

/// The watch over each booth: this machine's, and those at other studios, each begun when somebody first looks at it.
actor BoothWatches {
  nonisolated let own: BoothWatch
  nonisolated let others: (any OtherBooths)?
  private var watches: [String: BoothWatch] = [:]
  private var isOver = false

  init(_ booth: any OperatedBooth, _ others: (any OtherBooths)?) {
    own = BoothWatch(booth)
    self.others = others
  }

  /// The watch over another machine's booth; nil where there is no such booth, or no longer.
  func watch(_ id: String) async throws(OperatedBoothError) -> BoothWatch? {
    guard let booth = try await others?.booth(id), !isOver else {
      await watches.removeValue(forKey: id)?.end()
      return nil
    }
    if let known = watches[id] { return known }
    let watch = BoothWatch(booth)
    watches[id] = watch
    return watch
  }

  /// Forgets one that was removed.
  func forget(_ id: String) async { await watches.removeValue(forKey: id)?.end() }

  /// Lets everybody go who waits for news.
  func end() async {
    isOver = true
    await own.end()
    for watch in watches.values { await watch.end() }
    watches = [:]
  }
}

extension Studio {
  /// The watch over the booth that a visit is about.
  func watch(_ visit: Visit) async throws -> BoothWatch {
    guard let id = visit.otherBooth else { return watches.own }
    do throws(OperatedBoothError) {
      guard let watch = try await watches.watch(id) else { throw OperatedBoothError(.notRunning, "") }
      return watch
    } catch {
      if error.kind == .notRunning, error.words.isEmpty { throw StudioFault.notFound }
      throw StudioFault.unavailable(error.words)
    }
  }

  /// What people here call the other booth that a visit is about; nil for this machine's.
  func boothName(_ visit: Visit) async throws -> String? {
    guard let id = visit.otherBooth else { return nil }
    do throws(OperatedBoothError) { return try await watches.others?.list().first { $0.id == id }?.name } catch {
      throw StudioFault.unavailable(error.words)
    }
  }
}
