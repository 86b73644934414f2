import ArgumentParser
import BoothArchives
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Documents
import Glibc
import Reports
import StudioModel
import StudioStore

extension ReportCommand {
  struct ExportReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export",
      abstract: "Write reports as a table (CSV, or XLSX for spreadsheets), or one report for paper (PDF).",
      discussion: """
        A table has the forms' fields as columns. In CSV, what a spreadsheet would calculate has an apostrophe before it; in XLSX \
        text is text. Moments are told by this machine's clock. A CSV that is opened in a spreadsheet keeps leading zeros with \
        --csv: semicolon where numbers are written 1234,5, comma where they are written 1234.5.
        """)
    @Argument(help: "The report that is written as PDF.") var id: String?
    @Option(help: "csv, xlsx or pdf. (default: by the file's name, else csv)") var format: String?
    @OptionGroup var manner: TableOptions
    @Flag(help: "A line for each row of a repeated answer, rather than one for each report.") var repeats = false
    @Option(help: "The file. (default: print it; XLSX and PDF need one)") var out: String?
    @Flag(help: "Replace the file that is there.") var replace = false
    @OptionGroup var filters: ReportFilters
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let named = ["csv", "xlsx", "pdf"].first { out?.lowercased().hasSuffix(".\($0)") == true }
      let ending = out.flatMap { $0.split(separator: "/").last?.split(separator: ".").dropFirst().last }
      if format == nil, named == nil, let ending {
        throw CommandError(
          "--out ends in .\(ending): expected .csv, .xlsx or .pdf, or say --format", code: CommandError.usage)
      }
      let format = format ?? named ?? (id == nil ? "csv" : "pdf")
      let now = SystemClock().wallTime
      let filter = try filters.filter(now: now)
      guard format == "pdf" || ReportExport.Format(rawValue: format) != nil else {
        throw CommandError("--format is \"\(format)\": expected csv, xlsx or pdf", code: CommandError.usage)
      }
      guard (id == nil) == (format != "pdf") else {
        throw CommandError(
          format == "pdf"
            ? "a PDF is of one report: say its id (booth report list)"
            : "a table is of all reports that are asked for: leave the id out, or say --format pdf",
          code: CommandError.usage)
      }
      guard format == "csv" || out != nil else {
        throw CommandError("\(format) goes into a file: say --out FILE", code: CommandError.usage)
      }
      let manner = try manner.manner
      guard format == "csv" || manner == .plain else {
        throw CommandError(
          "--csv is for tables of separated values, and this is \(format): leave it out", code: CommandError.usage)
      }
      // Before anything is read.
      if let out { try WrittenFile.isThere(Settings.absolute(out), replacing: replace) }
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      if let id { return try await paper(id, store) }
      try await table(ReportExport.Format(rawValue: format) ?? .csv, manner, filter, store, now)
    }

    private func table(
      _ format: ReportExport.Format, _ manner: TableManner, _ filter: ReportFilter, _ store: ReportStore,
      _ now: WallTime
    ) async throws {
      let file = try out.map { try WrittenFile(Settings.absolute($0), replacing: replace) }
      let count = try await ReportStore.tried { () -> Int in
        let found = try await store.catalogue.all(filter, of: store.organisation, now: now.unixSeconds)
        let forms = try await TemplateStore(store.documents).forms(of: store.organisation)
        do {
          let export = try ReportExport(
            found.rows.map(\.id), of: store.organisation, on: store.finder,
            table: ReportTable(found.columns, forms: forms, isByRepeat: repeats), as: format,
            manner: manner, zone: { LocalZone.offset(at: $0) }, now: now)
          while let piece = try await export.next() {
            if let file {
              try file.append(piece)
            } else {
              print(String(decoding: piece, as: UTF8.self), terminator: "")
            }
          }
        } catch let fault as ArchiveFault {
          throw CommandError("the table \(advice: fault.words)")
        }
        try file?.finish()
        return found.rows.count
      }
      if let out {
        say("\(counted(count, "report")) → \(out)")
      }
      if count == 0 {
        complain("booth: 0 reports: nothing was found by these filters, so the table has its titles only")
      }
    }

    private func paper(_ id: String, _ store: ReportStore) async throws {
      guard let out else { return }
      let (report, template) = try await ReportStore.tried { () -> (DailyReport, ReportTemplate?) in
        guard let report = try await store.finder.report(id, of: store.organisation) else {
          throw CommandError("there is no report \(id) (booth report list)", code: CommandError.usage)
        }
        let form = try await TemplateStore(store.documents).forms(of: store.organisation).form(of: report)
        return (report.completed(by: form), form)
      }
      do {
        let bytes = try await ReportPaper(report, template, .english, zone: LocalZone.name).pdf(store.files)
        let file = try WrittenFile(Settings.absolute(out), replacing: replace)
        try file.append(bytes)
        try file.finish()
      } catch let error as ImageError {
        throw CommandError("\(advice: error)")
      }
      say("report \(id) → \(out)")
    }
  }
}

/// This machine's zone of time.
enum LocalZone {
  /// As `TZ` says, else as `/etc/localtime` leads there; empty where neither is a zone's name.
  static var name: String {
    if let text = getenv("TZ").map({ String(cString: $0) }) {
      return text.hasPrefix(":") ? String(text.dropFirst()) : text
    }
    guard let path = realpath("/etc/localtime", nil) else { return "" }
    defer { free(path) }
    let text = String(cString: path)
    return text.firstRange(of: "/zoneinfo/").map { String(text[$0.upperBound...]) } ?? ""
  }

  /// In seconds ahead of UTC.
  static func offset(at moment: Double) -> Int {
    var seconds = time_t(max(min(moment, 1e11), -1e11))
    var parts = tm()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }
}
