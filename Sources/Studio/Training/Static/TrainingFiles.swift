import StudioServer
import WebSupport

/// The files that the training's pages load.
struct TrainingFiles: Sendable {
  let files: StaticFiles
  let style: String
  let listScript: String
  let detailScript: String
  let publishScript: String
  /// Of every page of the studio.
  let carrier: String
  /// What the scripts of lists and critiques import.
  let imported: [String]

  init() {
    var files = StaticFiles()
    let script = "text/javascript; charset=utf-8"
    style = files.add("training-style", "css", "text/css; charset=utf-8", trainingStyle)
    let marks = files.add("training-marks", "js", script, trainingMarksScript)
    let gallery = files.add("training-gallery", "js", script, trainingGalleryScript(marks: marks))
    let kept = files.add("training-kept", "js", script, trainingKeptScript)
    let renewal = files.add("training-renewal", "js", script, trainingRenewalScript(gallery: gallery))
    let list = trainingListScript(gallery: gallery, renewal: renewal, kept: kept)
    listScript = files.add("training-list", "js", script, list)
    detailScript = files.add("training-detail", "js", script, trainingDetailScript(gallery: gallery, kept: kept))
    let outbox = OutboxFiles(to: &files)
    let drafts = files.add("training-drafts", "js", script, outbox.linked(trainingDraftsScript))
    let sharing = files.add(
      "training-outbox", "js", script,
      outbox.linked(trainingOutboxScript).replacing("./DRAFTS", with: "./" + drafts))
    func linked(_ script: String) -> String {
      script.replacing("./DRAFTS", with: "./" + drafts).replacing("./SHARING", with: "./" + sharing)
    }
    publishScript = files.add("training-publish", "js", script, linked(trainingPublishScript))
    carrier = files.add("training-carrier", "js", script, linked(trainingCarrierScript))
    imported = [gallery, marks, renewal, kept]
    self.files = files
  }
}
