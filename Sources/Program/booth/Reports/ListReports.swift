import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Documents
import Reports
import StudioModel
import StudioStore

extension ReportCommand {
  struct ListReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the reports, the newest first.")
    @OptionGroup var filters: ReportFilters
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      let now = SystemClock().wallTime
      let filter = try filters.filter(now: now)
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let found = try await ReportStore.tried {
        try await store.catalogue.all(filter, of: store.organisation, now: now.unixSeconds).rows
      }
      if output.json { return try printJSON(["reports": found.map(ReportAnswer.init)]) }
      if found.isEmpty { return say(filter.isNarrowed ? "no report matches" : "no reports") }
      printTable(
        header: ["report", "date", "photographer", "form", "schools", "notes"],
        found.map { row in
          [
            row.id, row.date, row.photographer, row.templateName ?? (row.isLegacy ? "legacy" : row.templateID ?? ""),
            row.schools.joined(separator: ", "),
            ([row.version > 1 ? "version \(row.version)" : nil] + row.oddities.map(\.words)).compactMap { $0 }
              .joined(separator: "; "),
          ]
        })
    }
  }

  struct DeleteReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete reports permanently, with their amendments.")
    @Argument(help: "Their ids, as `booth report list` prints them.") var ids: [String]
    @Flag(help: "Really do it.") var yes = false
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      for id in ids {
        guard try await ReportStore.tried({ try await store.finder.report(id, of: store.organisation) }) != nil else {
          throw CommandError("there is no report \(id) (booth report list)", code: CommandError.usage)
        }
      }
      guard yes else {
        throw CommandError("this deletes \(counted(ids.count, "report")) for good; say --yes", code: CommandError.usage)
      }
      // All who may open the folder may delete what is in it.
      let operatorOfAll = Principal(user: UserID(""), organisation: store.organisation, standing: Standing(.admin))
      let deletion = try await ReportStore.tried { try await store.finder.delete(ids, by: operatorOfAll) }
      say("deleted: \(counted(deletion.gone.count, "report"))")
      guard deletion.left.isEmpty else {
        throw CommandError("somebody has just changed \(deletion.left.joined(separator: ", ")): it stays")
      }
    }
  }
}

/// A report in a list, for programs.
struct ReportAnswer: Encodable {
  var id: String
  var date: String
  var photographer: String
  var user: String?
  var form: String?
  var formName: String?
  var isLegacy: Bool
  var schools: [String]
  var jobs: [String]
  var pictures: Int
  var version: Int
  var submitted: String?
  var odd: [String]

  init(_ row: ReportRow) {
    id = row.id
    date = row.date
    photographer = row.photographer
    user = row.user.isEmpty ? nil : row.user
    (form, formName, isLegacy) = (row.templateID, row.templateName, row.isLegacy)
    (schools, jobs, pictures, version) = (row.schools, row.jobs, row.pictureCount, row.version)
    submitted = row.submitted == 0 ? nil : DocumentTimestamp(microseconds: row.submitted).description
    odd = row.oddities.map(\.rawValue)
  }
}
