import StudioServer
import WebSupport

/// What the pages of reports load.
struct ReportsFiles: Sendable {
  let all: StaticFiles
  let style: String
  /// Of the page with a form, and of the list, which has drafts that are still to be sent.
  let form: String
  let list: String
  let builder: String
  /// Of every page of the studio.
  let carrier: String
  /// Of every page that shows days and moments.
  let reading: String

  init() {
    var files = StaticFiles()
    let type = "text/javascript; charset=utf-8"
    style = files.add(
      "reports", "css", "text/css; charset=utf-8", reportsStyle + reportsFormStyle + reportsBuilderStyle)
    let kept = OutboxFiles(to: &files)
    let drafts = files.add("reports-drafts", "js", type, kept.linked(reportsDrafts))
    let pictures = files.add("reports-pictures", "js", type, reportsPictures)
    let outbox = files.add(
      "reports-outbox", "js", type,
      kept.linked(reportsOutbox).replacing("./DRAFTS", with: "./" + drafts)
        .replacing("./PICTURES", with: "./" + pictures))
    let calculation = files.add("reports-calculation", "js", type, reportsCalculation + reportsCalculationValue)
    let answers = files.add("reports-answers", "js", type, reportsAnswers.replacing("CALCULATION", with: calculation))
    let engine = files.add("reports-engine", "js", type, reportsEngine.replacing("CALCULATION", with: calculation))
    func linked(_ script: String) -> String {
      script.replacing("DRAFTS", with: drafts).replacing("OUTBOX", with: outbox).replacing("WIRE", with: kept.wire)
        .replacing("PICTURES", with: pictures).replacing(
          "CALCULATION", with: calculation
        ).replacing(
          "ANSWERS", with: answers
        ).replacing("ENGINE", with: engine)
    }
    let whole =
      reportsForm + reportsFormRows + reportsFormSmart + reportsFormSending + reportsFormPictures
      + reportsFormBeginning
    form = files.add("reports-form", "js", type, linked(whole))
    builder = files.add(
      "reports-builder", "js", type,
      (reportsBuilder + reportsBuilderCards).replacing("FORM", with: form).replacing("ANSWERS", with: answers))
    carrier = files.add("reports-carrier", "js", type, linked(reportsCarrier))
    list = files.add("reports-list", "js", type, linked(reportsList))
    reading = files.add("reports-reading", "js", type, reportsReading)
    all = files
  }
}
