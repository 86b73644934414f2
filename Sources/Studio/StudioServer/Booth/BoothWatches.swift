import Documents
import StudioModel

/// The watch over each booth: this machine's, and those at other studios, each begun when a person first looks at it.
actor BoothWatches {
  /// Each organisation has its own.
  private struct Key: Hashable {
    var organisation: OrganisationID
    var id: String
  }

  nonisolated let own: BoothWatch
  nonisolated let others: OtherBoothStore?
  private var watches: [Key: BoothWatch] = [:]
  private var isOver = false

  init(_ booth: any OperatedBooth, _ others: OtherBoothStore?) {
    own = BoothWatch(booth)
    self.others = others
  }

  /// The watch over another machine's booth; nil where an organisation has no such booth, or no longer.
  func watch(_ id: String, of organisation: OrganisationID) async throws(OperatedBoothError) -> BoothWatch? {
    let key = Key(organisation: organisation, id: id)
    guard let booth = try await others?.booth(id, of: organisation), !isOver else {
      await watches.removeValue(forKey: key)?.end()
      return nil
    }
    if let known = watches[key] { return known }
    let watch = BoothWatch(booth)
    watches[key] = watch
    return watch
  }

  /// Forgets one that was removed.
  func forget(_ id: String, of organisation: OrganisationID) async {
    await watches.removeValue(forKey: Key(organisation: organisation, id: id))?.end()
  }

  /// Lets everybody go who waits for news.
  func end() async {
    isOver = true
    await own.end()
    for watch in watches.values { await watch.end() }
    watches = [:]
  }
}

extension Studio {
  /// The watch over the booth that a request is about.
  func watch(_ context: StudioContext) async throws -> BoothWatch {
    guard let id = context.otherBooth else { return watches.own }
    guard let organisation = context.person?.organisation else { throw StudioFault.signInNeeded }
    do throws(OperatedBoothError) {
      guard let watch = try await watches.watch(id, of: organisation) else { throw OperatedBoothError(.notRunning, "") }
      return watch
    } catch {
      if error.kind == .notRunning, error.words.isEmpty { throw StudioFault.notFound }
      throw StudioFault.booth(error)
    }
  }

  /// What people here call the other booth that a request is about; nil for this machine's.
  func boothName(_ context: StudioContext) async throws -> String? {
    guard let id = context.otherBooth, let organisation = context.person?.organisation else { return nil }
    do throws(OperatedBoothError) {
      return try await watches.others?.list(of: organisation).first { $0.id == id }?.name
    } catch {
      throw StudioFault.booth(error)
    }
  }
}
