import WebSupport

/// The files that the photos' pages load.
struct PhotosFiles: Sendable {
  let files: StaticFiles
  let style: String
  /// A module that imports the others.
  let script: String
  /// A module of the page of one photo.
  let one: String

  init() {
    var files = StaticFiles()
    let script = "text/javascript; charset=utf-8"
    style = files.add("photos-style", "css", "text/css; charset=utf-8", photosStyle)
    let ask = files.add("photos-ask", "js", script, photosAskScript)
    func asking(_ text: String) -> String { text.replacing("%ASK%", with: ask) }
    let layout = files.add("photos-layout", "js", script, photosLayoutScript)
    let pictures = files.add("photos-pictures", "js", script, asking(photosPicturesScript))
    let film = files.add("photos-film", "js", script, photosFilmScript)
    let gestures = files.add("photos-gestures", "js", script, photosGesturesScript)
    let parts = files.add("photos-parts", "js", script, photosPartsScript)
    let viewer = files.add(
      "photos-viewer", "js", script,
      asking(photosViewerScript).replacing("%FILM%", with: film).replacing("%GESTURES%", with: gestures)
        .replacing("%PARTS%", with: parts))
    let menus = files.add("photos-menus", "js", script, asking(photosMenusScript))
    let chosen = files.add("photos-chosen", "js", script, asking(photosChosenScript).replacing("%MENUS%", with: menus))
    let search = files.add("photos-search", "js", script, photosSearchScript)
    let canvas = files.add("photos-canvas", "js", script, photosCanvasScript)
    one = files.add("photos-one", "js", script, photosOneScript)
    self.script = files.add(
      "photos", "js", script,
      asking(photosScript).replacing("%LAYOUT%", with: layout).replacing("%PICTURES%", with: pictures)
        .replacing("%VIEWER%", with: viewer).replacing("%CHOSEN%", with: chosen)
        .replacing("%CANVAS%", with: canvas).replacing("%SEARCH%", with: search))
    self.files = files
  }
}
