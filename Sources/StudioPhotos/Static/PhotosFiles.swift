import BoothWeb

/// The files that the photos' pages load.
struct PhotosFiles: Sendable {
  let files: StaticFiles
  let style: String
  /// A module that imports the others.
  let script: String

  init() {
    var files = StaticFiles()
    let script = "text/javascript; charset=utf-8"
    style = files.add("photos-style", "css", "text/css; charset=utf-8", photosStyle)
    let layout = files.add("photos-layout", "js", script, photosLayoutScript)
    let pictures = files.add("photos-pictures", "js", script, photosPicturesScript)
    let viewer = files.add("photos-viewer", "js", script, photosViewerScript)
    let menus = files.add("photos-menus", "js", script, photosMenusScript)
    let chosen = files.add("photos-chosen", "js", script, photosChosenScript.replacing("%MENUS%", with: menus))
    let search = files.add("photos-search", "js", script, photosSearchScript)
    let canvas = files.add("photos-canvas", "js", script, photosCanvasScript)
    self.script = files.add(
      "photos", "js", script,
      photosScript.replacing("%LAYOUT%", with: layout).replacing("%PICTURES%", with: pictures)
        .replacing("%VIEWER%", with: viewer).replacing("%CHOSEN%", with: chosen)
        .replacing("%CANVAS%", with: canvas).replacing("%SEARCH%", with: search))
    self.files = files
  }
}
