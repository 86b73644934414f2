import BoothWeb

/// The files that the training's pages load.
struct TrainingFiles: Sendable {
  let files: StaticFiles
  let style: String
  let listScript: String
  let detailScript: String
  let publishScript: String

  init() {
    var files = StaticFiles()
    let script = "text/javascript; charset=utf-8"
    style = files.add("training-style", "css", "text/css; charset=utf-8", trainingStyle)
    let marks = files.add("training-marks", "js", script, trainingMarksScript)
    let gallery = files.add("training-gallery", "js", script, trainingGalleryScript(marks: marks))
    listScript = files.add("training-list", "js", script, trainingListScript(gallery: gallery))
    detailScript = files.add("training-detail", "js", script, trainingDetailScript(gallery: gallery))
    publishScript = files.add("training-publish", "js", script, trainingPublishScript)
    self.files = files
  }
}
