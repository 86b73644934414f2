package import BoothCore
import BoothSystem
import Documents
import Imaging
import StudioModel

/// One report as pages of PDF, in the language of the person who asks for it.
package struct ReportPaper: Sendable {
  /// What stands on it apart from the report's own words.
  package struct Words: Sendable {
    package var language: Language
    package var legacy: String
    package var day: String
    package var photographer: String
    package var schools: String
    package var pictures: String
    package var yes: String
    package var no: String
    /// Beside the 0 of a way that is not known.
    package var mileageUnknown: String
    /// With %1 for a moment.
    package var sentAt: String
    /// With %1 for a version's number.
    package var formVersion: String
    /// With %1 for a version's number.
    package var version: String
    package var versions: String
    /// With %1 and %2 for a page's number and how many there are.
    package var page: String

    package init(
      language: Language, legacy: String, day: String, photographer: String, schools: String, pictures: String,
      yes: String, no: String, mileageUnknown: String, sentAt: String, formVersion: String, version: String,
      versions: String, page: String
    ) {
      self.language = language
      self.legacy = legacy
      self.day = day
      self.photographer = photographer
      self.schools = schools
      self.pictures = pictures
      self.yes = yes
      self.no = no
      self.mileageUnknown = mileageUnknown
      self.sentAt = sentAt
      self.formVersion = formVersion
      self.version = version
      self.versions = versions
      self.page = page
    }

    /// For the operator's console.
    package static let english = Words(
      language: .english, legacy: "Without a form", day: "Date", photographer: "Photographer", schools: "Schools",
      pictures: "Pictures", yes: "Yes", no: "No", mileageUnknown: "not known", sentAt: "Sent %1",
      formVersion: "Form version %1", version: "Version %1", versions: "Versions", page: "Page %1 of %2")
  }

  private let report: DailyReport
  private let template: ReportTemplate?
  private let words: Words
  /// The name of the reader's zone of time.
  private let zone: String

  package init(_ report: DailyReport, _ template: ReportTemplate?, _ words: Words, zone: String) {
    self.report = report
    self.template = template
    self.words = words
    self.zone = zone
  }

  /// The most pixels of a picture's longer side.
  private static let side = 1024

  /// The file, made on a thread of its own. Pictures that cannot be had are empty frames.
  package func pdf(_ files: any ReportFiles) async throws(ImageError) -> [UInt8] {
    var pictures: [[UInt8]?] = []
    for attachment in report.attachments {
      do throws(ReportFilesError) {
        pictures.append(try await files.picture(attachment.sha256, in: report.organisation, side: Self.side))
      } catch { pictures.append(nil) }
    }
    let paper = paper(pictures)
    let result: Result<[UInt8], ImageError> = await withCheckedContinuation { continuation in
      let fault = OwnThread.start("report paper") {
        continuation.resume(returning: Result { () throws(ImageError) in try paper.pdf() })
      }
      if fault != 0 {
        continuation.resume(
          returning: .failure(ImageError(.failed, subject: "the PDF", detail: "no thread can be started")))
      }
    }
    return try result.get()
  }

  private func filled(_ text: String, _ values: String...) -> String {
    values.enumerated().reduce(text) { $0.replacing("%\($1.offset + 1)", with: $1.element) }
  }

  private func moment(_ time: DocumentTimestamp) -> String {
    ReportZone.shown(time, ReportZone.offsets(zone), isKnown: ReportZone.isKnown(zone))
  }

  private func shown(_ value: DocumentValue, _ field: TemplateField? = nil) -> String {
    guard let rows = value.repeats else {
      return AnswerWords(words.language, yes: words.yes, no: words.no).shown(value, field)
    }
    return rows.map { row in
      ReportAnswers.parts(of: row, field).map { "\($0.label): \(shown($0.value, $0.field))" }.joined(separator: " · ")
    }
    .joined(separator: "\n")
  }

  private func paper(_ pictures: [[UInt8]?]) -> PagedPaper {
    let name = report.templateName ?? words.legacy
    var blocks: [PagedPaper.Block] = [.title(name)]
    let facts = [
      report.submittedAt.map { filled(words.sentAt, moment($0)) },
      report.templateVersion.map { filled(words.formVersion, "\($0)") },
      report.version > 1 ? filled(words.version, "\(report.version)") : nil,
    ].compactMap { $0 }
    if !facts.isEmpty { blocks.append(.note(facts.joined(separator: " · "))) }
    blocks.append(.fact(label: words.day, text: report.date))
    blocks.append(.fact(label: words.photographer, text: report.photographer))
    if !report.schools.isEmpty {
      blocks.append(.fact(label: words.schools, text: report.schools.joined(separator: "\n")))
    }
    for answer in ReportAnswers(report, template).all where !FormAnswer.isEmpty(answer.value) {
      let isUnknown = answer.field.map { ReportMileage.isUnknown($0, report) } ?? false
      let text = shown(answer.value, answer.field) + (isUnknown ? " (\(words.mileageUnknown))" : "")
      blocks.append(.fact(label: answer.label, text: text))
    }
    let made = Dictionary(zip(report.attachments.map(\.sha256), pictures), uniquingKeysWith: { first, _ in first })
    for (label, files) in ReportAnswers.pictures(report, template, general: words.pictures) {
      blocks.append(.heading(label))
      blocks.append(.pictures(files.map { file in { made[file.sha256] ?? nil } }))
    }
    if !report.amendments.isEmpty {
      blocks.append(.heading(words.versions))
      for amendment in report.amendments.reversed() {
        blocks.append(
          .fact(
            label: filled(words.version, "\(amendment.version)"),
            text: "\(moment(amendment.at)) · \(amendment.name)\n\(amendment.reason)"))
      }
    }
    let (page, id) = (words.page, report.id)
    return PagedPaper(title: "\(name) \(report.date)", blocks: blocks, isRightToLeft: words.language.isRightToLeft) {
      page.replacing("%1", with: "\($0)").replacing("%2", with: "\($1)") + " · " + id
    }
  }
}
