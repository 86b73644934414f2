import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
package import CommandSupport
import Documents
package import Reports
import StudioModel
import StudioStore

/// How a command writes a table of separated values.
struct TableOptions: ParsableArguments {
  @Option(
    name: .customLong("csv"),
    help: "How a CSV is written: plain for programs; comma or semicolon for spreadsheets, with their leading zeros.")
  var name = "plain"

  /// - Throws: ``CommandError`` for what means nothing.
  var manner: TableManner {
    get throws {
      guard let manner = TableManner(rawValue: name) else {
        let names = TableManner.allCases.map(\.rawValue).joined(separator: ", ")
        throw CommandError("--csv is \"\(name)\": expected one of \(names)", code: CommandError.usage)
      }
      return manner
    }
  }
}

/// Which reports a command is about.
struct ReportFilters: ParsableArguments {
  @Option(help: "Only those with these words in photographer, form, school, date or answers.") var search = ""
  @Option(
    help: "Only those of \(ReportSpan.named.map(\.name).joined(separator: ", ")); weeks begin on Sunday. (default: all)"
  )
  var when: String?
  @Option(help: "Only those from this day on, such as 2024-01-15.") var from: String?
  @Option(help: "Only those up to this day.") var to: String?
  @Option(help: "Only this photographer's.") var photographer: String?
  @Option(help: "Only those of this school.") var school: String?
  @Option(help: "Only those of this job.") var job: String?
  @Option(help: "Only those of this form, by its id; `template` for every form's, `legacy` for those without one.")
  var form: String?
  @Option(
    help: "In which order: \(ReportOrder.allCases.map(\.rawValue).joined(separator: ", ")).") var order: String = "date"
  @Flag(help: "The other way round.") var reversed = false

  /// - Throws: ``CommandError`` for what means nothing.
  func filter(now: WallTime) throws -> ReportFilter {
    func refuse(_ what: String, _ text: String, _ expected: String) -> CommandError {
      CommandError("\(what) is \"\(text)\": expected \(expected)", code: CommandError.usage)
    }
    func day(_ name: String, _ text: String?) throws -> Int? {
      guard let text else { return nil }
      guard let day = DayText.read(text) else { throw refuse(name, text, "a day such as 2024-01-15") }
      return day
    }
    var filter = ReportFilter()
    filter.search = search
    filter.today = DayText.read(now.day) ?? 0
    let (first, last) = (try day("--from", from), try day("--to", to))
    if let when {
      let names = ReportSpan.named.map(\.name).joined(separator: ", ")
      guard let span = ReportSpan(when) else { throw refuse("--when", when, names) }
      guard first == nil, last == nil else {
        throw CommandError("--when and --from or --to cannot both be said", code: CommandError.usage)
      }
      filter.span = span
    } else if first != nil || last != nil {
      filter.span = .between(first, last)
    }
    (filter.photographer, filter.school, filter.job) = (photographer, school, job)
    if let kind = form.flatMap({ ReportFilter.Kind(rawValue: $0) }) {
      filter.kind = kind
    } else {
      filter.template = form
    }
    guard let order = ReportOrder(rawValue: order) else {
      throw refuse("--order", order, ReportOrder.allCases.map(\.rawValue).joined(separator: ", "))
    }
    filter.order = order
    if reversed { filter.isDescending = !(order == .date || order == .submitted) }
    return filter
  }
}

extension ReportCommand {
  struct CheckReports: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "List the reports whose document is unusual, and why.",
      discussion: "Looks at all of them, also at those that no list finds. Exit: 0; 1 where something is odd.")
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let (odd, count) = try await ReportStore.tried { try await store.oddReports() }
      for report in odd { say("\(report.id): \(report.oddities.map(\.words).joined(separator: "; "))") }
      guard odd.isEmpty else {
        throw CommandError("\(odd.count) of \(counted(count, "report")) \(odd.count == 1 ? "is" : "are") odd")
      }
      say("\(counted(count, "report")); nothing odd was found")
    }
  }

  struct MileageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mileage", abstract: "Show how far each person has driven in a pay period.",
      discussion: "Which periods there are is said by studio.pay_period.")
    @Option(help: "A day of the period, such as 2024-01-15. (default: today)") var day: String?
    @Option(help: "Write it as a table (CSV) to this file.") var out: String?
    @OptionGroup var manner: TableOptions
    @Flag(help: "Replace the file that is there.") var replace = false
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let manner = try manner.manner
      guard manner == .plain || out != nil else {
        throw CommandError("--csv is for a table: say --out FILE", code: CommandError.usage)
      }
      let now = SystemClock().wallTime
      let text = day ?? now.day
      guard let day = DayText.read(text) else {
        throw CommandError("--day is \"\(text)\": expected a day such as 2024-01-15", code: CommandError.usage)
      }
      let period = try PayPeriods(await place.settings(manner: .strict)).period(of: day)
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      var filter = ReportFilter()
      filter.span = .between(period.lowerBound, period.upperBound)
      let (asked, catalogue) = (filter, store.catalogue)
      let mileage = try await ReportStore.tried {
        try await store.finder.mileage(
          asked, of: store.organisation, by: catalogue, now: now.unixSeconds)
      }
      if let out {
        let file = try WrittenFile(Settings.absolute(out), replacing: replace)
        try file.append(Array(mileage.csv(period, manner).utf8))
        try file.finish()
        return say("\(counted(mileage.people.count, "person", "people")) → \(out)")
      }
      say("\(DayText.iso(period.lowerBound)) to \(DayText.iso(period.upperBound))")
      if mileage.people.isEmpty { return say("no reports") }
      var total = mileage.total
      total.name = "total"
      printTable(
        header: ["person", "miles", "kilometres", "reports", "without mileage"],
        (mileage.people + [total]).map { person in
          [
            person.name, person.isKnown ? person.miles.text(digits: 1) : "not known",
            person.kilometres > .zero ? person.kilometres.text(digits: 1) : "", "\(person.reports)",
            person.without > 0 ? "\(person.without)" : "",
          ]
        })
      if mileage.total.without > 0 {
        say(
          "\(counted(mileage.total.without, "report")) without mileage, in no sum: nothing was typed, or the photographer's home (own "
            + "details in the studio) or a school's place was not known")
      }
    }
  }
}

extension PayPeriods {
  /// Of the settings.
  /// - Throws: ``CommandError`` for what means nothing.
  package init(_ settings: Settings) throws {
    let text = settings.text(.studioPayPeriod) ?? ""
    guard let found = PayPeriods(text) else {
      throw CommandError(
        "studio.pay_period is \"\(text)\": expected weekly, two-weekly (either with a day on which one begins, such as "
          + "\"two-weekly 2024-02-25\"), half-monthly or monthly", code: CommandError.usage)
    }
    self = found
  }
}
