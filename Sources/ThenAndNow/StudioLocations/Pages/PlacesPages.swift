import Documents
import HTTPTypes
import HummingbirdCore
import LocationLibrary
import StudioModel
import StudioServer
import WebSupport

/// The pages of one request.
struct PlacesPages {
  let shell: StudioShell
  let places: any KeptPlaces
  let booth: (any OperatedBooth)?
  let map: MapSources
  let works: PlaceWorks
  let turns: PlaceTurns
  let sync: (any StudioSync)?

  /// Nil for what is no page of locations.
  func answer(_ visit: Visit) async throws -> WebAnswer? {
    let parts = visit.call.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == "places" else { return nil }
    let method = visit.call.request.method
    do {
      switch method {
      case .get, .head: return try await read(visit, Array(parts.dropFirst()))
      case .post:
        if let answer = try await write(visit, Array(parts.dropFirst())) { return answer }
      default: break
      }
    } catch let error as PlaceError {
      switch error {
      case .notFound: throw StudioFault.notFound
      case .tooLarge: throw TooLargeFault()
      case .noPicture(let words), .refused(let words), .unavailable(let words): throw StudioFault.unavailable(words)
      }
    }
    return nil
  }

  private func read(_ visit: Visit, _ parts: [String]) async throws -> WebAnswer? {
    switch (parts.first, parts.count) {
    case (nil, _): return try await listPage(visit)
    case ("map", 1): return try await mapPage(visit)
    case ("map.json", 1): return try await mapData(visit)
    case ("leaflet", 2): return try mapFile(visit, parts[1])
    case ("new", 1): return try newPage(visit)
    case ("transfer", 1): return try transferPage(visit)
    case ("transfer", 2) where parts[1] == "export.zip": return try archive(visit)
    case ("sync", 1): return try await syncPage(visit)
    case ("sync", 2) where parts[1] == "progress": return try await syncState(visit)
    case ("progress", 2): return try workState(visit, parts[1])
    case ("at", 2): return try await placePage(visit, parts[1])
    case ("at", 3) where parts[2] == "edit": return try await editPage(visit, parts[1])
    case ("at", 3) where parts[2] == "camera": return try await cameraPage(visit, parts[1])
    case ("at", 4) where parts[2] == "camera" && parts[3] == "state": return try await cameraState(visit, parts[1])
    case ("at", 3) where parts[2] == "compare": return try await comparePage(visit, parts[1])
    case ("at", 4) where parts[2] == "products": return try await product(visit, parts[1], parts[3])
    case ("at", 5) where parts[2] == "picture": return try await picture(visit, parts[1], parts[3], parts[4])
    case ("at", 5) where parts[2] == "pair": return try await registered(visit, parts[1], parts[3], parts[4])
    default: return nil
    }
  }

  private func write(_ visit: Visit, _ parts: [String]) async throws -> WebAnswer? {
    switch (parts.first, parts.count) {
    case ("new", 1): return try await add(visit)
    case ("sync", 1): return try await beginSync(visit)
    case ("transfer", 2) where parts[1] == "export": return try await beginExport(visit)
    case ("transfer", 2) where parts[1] == "import": return try await beginImport(visit)
    case ("at", 3):
      switch parts[2] {
      case "status": return try await changeStatus(visit, parts[1])
      case "notes": return try await saveNotes(visit, parts[1])
      case "choose": return try await chooseVersion(visit, parts[1])
      case "edit": return try await saveEdit(visit, parts[1])
      case "delete": return try await delete(visit, parts[1])
      case "products": return try await makeProducts(visit, parts[1])
      case "camera": return try await cameraOrder(visit, parts[1])
      default: return nil
      }
    default: return nil
    }
  }

  /// A page of locations in the studio's frame.
  func pages(
    _ visit: Visit, _ status: HTTPResponse.Status = .ok, title: String, extras: StudioShell.Extras? = nil, _ main: HTML
  ) -> WebAnswer {
    var extras = extras ?? StudioShell.Extras()
    extras.styles.append("locations/locations.css")
    extras.modules.append("locations/locations.js")
    return shell.page(
      visit, status, title: title, section: StudioSection("/places", .seeLocations) { PlacesWords($0)[.places] },
      extras: extras, main)
  }

  /// On the page that follows.
  func say(_ words: String, isGood: Bool, to visit: Visit, on path: String) {
    guard let place = visit.place else { return }
    shell.notices.put(StudioNotices.Notice(words: words, isGood: isGood), for: place.id, on: path)
  }
}
