import Documents
import HTTPTypes
import Reports
import StudioModel
import StudioServer
import WebSupport

/// How far everybody has driven in a pay period. Who does not lead sees their own.
extension ReportsHandler {
  private func mileage(
    _ principal: Principal
  ) async throws -> (period: ClosedRange<Int>, mileage: ReportMileage) {
    let today = Int(context.now / 86_400)
    let asked = context.call.query["period"].flatMap { DayText.read($0) } ?? today
    let period = feature.pay.period(of: asked)
    var filter = ReportFilter()
    filter.span = .between(period.lowerBound, period.upperBound)
    filter.user = principal.may(.seeReport) ? nil : principal.user.text
    let mileage = try await finder.mileage(filter, of: principal.organisation, by: catalogue, now: context.now)
    return (period, mileage)
  }

  /// A period that is none, as the address has it.
  private var noPeriod: [String] {
    guard let text = context.call.query["period"], !text.isEmpty, DayText.read(text) == nil else { return [] }
    return ["period=\(text.prefix(60))"]
  }

  func mileage() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let (period, mileage) = try await mileage(principal)
    let hasKilometres = mileage.total.kilometres > .zero
    func length(_ length: Amount, _ person: ReportMileage.Person) -> String {
      person.isKnown ? written(length.text(digits: 1)) : said[.mileageUnknown]
    }
    func cell(_ text: String) -> HTML { "<td class=\"figure\">\(text)</td>" }
    func cells(_ person: ReportMileage.Person, _ name: HTML) -> HTML {
      let kilometres: HTML? = hasKilometres ? cell(length(person.kilometres, person)) : nil
      return
        "<tr><th scope=\"row\">\(name)</th>\(cell(length(person.miles, person)))\(kilometres)\(cell(written(person.reports)))\(cell(written(person.without)))</tr>\n"
    }
    func head(_ text: String) -> HTML { "<th scope=\"col\" class=\"figure\">\(text)</th>" }
    let rows = mileage.people.map { cells($0, "<bdi>\($0.name)</bdi>") }
    let kilometres: HTML? = hasKilometres ? head(said[.kilometres]) : nil
    let total: HTML? = mileage.people.count > 1 ? "<tfoot>\(cells(mileage.total, "\(said[.total])"))</tfoot>" : nil
    let table: HTML =
      mileage.people.isEmpty
      ? "<p class=\"quiet\">\(said[.noMileage])</p>\n"
      : """
      <div class="table"><table class="mileage"><thead><tr><th scope="col">\(words[.photographer])</th>\(head(said[.miles]))\(kilometres)\(head(words[.reports]))\(head(said[.without]))</tr></thead>
      <tbody>\(rows)</tbody>\(total)</table></div>

      """
    let unknown: HTML? =
      mileage.total.without > 0
      ? "<p class=\"notice\" id=\"without\">\(said.filled(.withoutMileage, written(mileage.total.without))) <a href=\"/reports/details\">\(words[.ownDetails])</a></p>\n"
      : nil
    let (first, last) = (DayText.iso(period.lowerBound), DayText.iso(period.upperBound))
    let earlier: HTML? =
      period.lowerBound > 0
      ? "<a class=\"button plain\" href=\"/reports/mileage?period=\(DayText.iso(period.lowerBound - 1))\">\(said[.earlier])</a>"
      : nil
    let save: HTML? =
      mileage.people.isEmpty
      ? nil
      : "<p class=\"row\">\(separated("/reports/mileage.csv?period=\(first)"))</p>\n"
    return page(
      title: said[.mileage], scripts: ["reports/reading.js"],
      """
      <div class="reports">
      \(shell.way(to: "/reports", words[.reports]))
      <h1>\(said[.mileage])</h1>
      \(leftOut(noPeriod))      <p>\(said[.period]): <strong>\(shownDay(first)) – \(shownDay(last))</strong></p>
      <p class="row">\(earlier)<a class="button plain" href="/reports/mileage?period=\(DayText.iso(period.upperBound + 1))">\(said[.later])</a></p>
      \(table)\(unknown)\(save)</div>
      """)
  }

  func mileageTable() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    let asked = context.call.query["csv"].flatMap { $0.isEmpty ? nil : $0 } ?? TableManner.plain.rawValue
    let manner = TableManner(rawValue: asked)
    if let refusal = refusal(noPeriod + (manner == nil ? ["csv=\(asked.prefix(60))"] : [])) { return refusal }
    let (period, mileage) = try await mileage(principal)
    return WebAnswer(
      .ok,
      [
        .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
        .contentDisposition: AttachmentHeader.inUTF8(
          "\(said[.mileage]) \(DayText.iso(period.lowerBound)) – \(DayText.iso(period.upperBound)).csv"),
      ], .bytes(Array(mileage.csv(period, manner ?? .plain).utf8)))
  }
}
