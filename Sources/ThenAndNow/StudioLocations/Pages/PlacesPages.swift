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
  /// Whether the learned features can be used here.
  let hasFeatures: @Sendable () -> Bool

  /// Nil for what is no page of locations.
  func answer(_ context: StudioContext) async throws -> WebAnswer? {
    let parts = context.call.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == "places" else { return nil }
    let method = context.call.request.method
    do {
      switch method {
      case .get, .head: return try await read(context, Array(parts.dropFirst()))
      case .post:
        if let answer = try await write(context, Array(parts.dropFirst())) { return answer }
      default: break
      }
    } catch let error as PlaceError {
      switch error {
      case .notFound: throw StudioFault.notFound
      case .tooLarge: throw TooLargeFault()
      case .noPicture, .refused, .pointsRefused, .unavailable: throw StudioFault.unavailable(error.words)
      }
    }
    return nil
  }

  private func read(_ context: StudioContext, _ parts: [String]) async throws -> WebAnswer? {
    switch (parts.first, parts.count) {
    case (nil, _): return try await listPage(context)
    case ("map", 1): return try await mapPage(context)
    case ("map", 2) where parts[1] == "pane": return try mapPane(context)
    case ("map.json", 1): return try await mapData(context)
    case ("leaflet", 2): return try mapFile(context, parts[1])
    case ("new", 1): return try await newPage(context)
    case ("transfer", 1): return try transferPage(context)
    case ("transfer", 2) where parts[1] == "export.zip": return try archive(context)
    case ("sync", 1): return try await syncPage(context)
    case ("sync", 2) where parts[1] == "progress": return try await syncState(context)
    case ("progress", 2): return try workState(context, parts[1])
    case ("at", 2): return try await placePage(context, parts[1])
    case ("at", 3) where parts[2] == "edit": return try await editPage(context, parts[1])
    case ("at", 3) where parts[2] == "camera": return try await cameraPage(context, parts[1])
    case ("at", 4) where parts[2] == "camera" && parts[3] == "state": return try await cameraState(context, parts[1])
    case ("at", 3) where parts[2] == "points": return try await pointsPage(context, parts[1])
    case ("at", 3) where parts[2] == "compare": return try await comparePage(context, parts[1])
    case ("at", 4) where parts[2] == "products": return try await product(context, parts[1], parts[3])
    case ("at", 5) where parts[2] == "picture": return try await picture(context, parts[1], parts[3], parts[4])
    case ("at", 5) where parts[2] == "pair": return try await registered(context, parts[1], parts[3], parts[4])
    default: return nil
    }
  }

  private func write(_ context: StudioContext, _ parts: [String]) async throws -> WebAnswer? {
    switch (parts.first, parts.count) {
    case ("new", 1): return try await add(context)
    case ("sync", 1): return try await beginSync(context)
    case ("transfer", 2) where parts[1] == "export": return try await beginExport(context)
    case ("transfer", 2) where parts[1] == "import": return try await beginImport(context)
    case ("at", 3):
      switch parts[2] {
      case "status": return try await changeStatus(context, parts[1])
      case "notes": return try await saveNotes(context, parts[1])
      case "choose": return try await chooseVersion(context, parts[1])
      case "edit": return try await saveEdit(context, parts[1])
      case "delete": return try await delete(context, parts[1])
      case "products": return try await makeProducts(context, parts[1])
      case "camera": return try await cameraOrder(context, parts[1])
      case "photo": return try await addPhoto(context, parts[1])
      case "points": return try await align(context, parts[1])
      default: return nil
      }
    case ("at", 4) where parts[2] == "points" && parts[3] == "fit": return try await fit(context, parts[1])
    case ("at", 4) where parts[2] == "points" && parts[3] == "suggest": return try await suggest(context, parts[1])
    case ("at", 4) where parts[2] == "photo": return try await addPhoto(context, parts[1], key: parts[3])
    default: return nil
    }
  }

  /// A page of locations in the studio's frame.
  func pages(
    _ context: StudioContext, _ status: HTTPResponse.Status = .ok, title: String, extras: StudioShell.Extras? = nil,
    _ main: HTML
  ) -> WebAnswer {
    var extras = extras ?? StudioShell.Extras()
    extras.styles.append("locations/locations.css")
    extras.modules.append("locations/locations.js")
    return shell.page(
      context, status, title: title, section: PlacesFeature.section,
      extras: extras, main)
  }

  /// On the page that follows.
  func say(_ words: String, isGood: Bool, to context: StudioContext, on path: String) {
    guard let place = context.place else { return }
    shell.notices.put(StudioNotices.Notice(words: words, isGood: isGood), for: place.id, on: path)
  }
}
