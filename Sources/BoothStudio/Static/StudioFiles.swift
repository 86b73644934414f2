import BoothWeb

/// The files that the studio's pages load.
struct StudioFiles: Sendable {
  private let files: StaticFiles
  let style: String
  let script: String

  init() {
    var files = StaticFiles()
    style = files.add("studio", "css", "text/css; charset=utf-8", studioStyle)
    script = files.add("studio", "js", "text/javascript; charset=utf-8", studioScript)
    self.files = files
  }

  func answer(_ name: String) -> WebAnswer? { files.answer(name) }
}
