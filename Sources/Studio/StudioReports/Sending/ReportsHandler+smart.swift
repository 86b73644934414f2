import BoothCore
import Documents
import HTTPTypes
import Locations
import Reports
import StudioModel
import StudioServer
import WebSupport

/// Fields that fill themselves in.
extension ReportsHandler {
  /// What a page sends, at most.
  static let longestBody = 2 << 20

  func json() async throws -> DocumentJSON? {
    let bytes = try await context.call.body(upTo: Self.longestBody, context.connection)
    do throws(DocumentJSONFault) { return try DocumentJSON(bytes: bytes) } catch { return nil }
  }

  /// Values of a form's smart fields for what is known so far. The weather is asked for where the page says so: it may take long.
  func smart() async throws -> WebAnswer {
    let principal = try shell.principal(context, may: .writeReport)
    try shell.checkToken(context)
    guard let json = try await json(), let id = json["template"]?.text else {
      return WebAnswer.error(.badRequest, "no JSON with a template")
    }
    let fields = DocumentFields(plain: json)
    guard let template = try await template(id, fields["version"]?.plainText, principal) else {
      return WebAnswer.error(.notFound, "no such template")
    }
    let sources = try await sources(fields, principal, asksWeather: fields["weather"] == .boolean(true))
    let state = FormState(template, answers: sources.answers)
    let values = template.fields.filter { $0.smart != nil }.map { field -> (String, DocumentJSON) in
      let value = SmartField(field, sources).value(in: template, state)
      return (
        field.id,
        .members([
          ("value", value.value.plainJSON), ("source", .string(value.source)),
          ("lack", value.lack.map { .string($0.rawValue) } ?? .null),
          ("fault", value.fault.map { .string($0.words) } ?? .null),
        ])
      )
    }
    return Self.answer(.members([("values", .members(values)), ("now", .number("\(Int(context.now))"))]))
  }

  static func answer(_ json: DocumentJSON, _ status: HTTPStatus = .ok) -> WebAnswer {
    WebAnswer(status, [.contentType: "application/json", .cacheControl: "no-store"], .bytes(json.bytes))
  }

  /// Seconds east of UTC where a report is written, as its browser says; 0 where it says none that there is.
  func offset(of fields: DocumentFields) -> Double {
    let offset = fields["offset"]?.plainText.flatMap { Double($0) } ?? 0
    return (-64_800...64_800).contains(offset) ? offset : 0
  }

  /// - Parameter fields: `schools` (ids, in order), `position`, `photoCount`, `now` (seconds since 1970), `offset` (seconds east
  ///   of UTC), `answers`.
  func sources(
    _ fields: DocumentFields, _ principal: Principal, asksWeather: Bool
  ) async throws(DocumentStoreError) -> SmartSources {
    func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
      let number = fields[name]?.plainText.flatMap { Double($0) }
      return number.flatMap { range.contains($0) ? $0 : nil }
    }
    var sources = SmartSources(
      now: WallTime(
        unixSeconds: number("now", 0...253_402_300_799) ?? context.now, secondsFromUTC: Int(offset(of: fields))))
    let user = try await user(principal)
    (sources.firstName, sources.lastName, sources.homeCoordinates) = (user.first, user.last, user.home)
    sources.schools = try await schools(fields["schools"], principal)
    sources.photoCount = Int(number("photoCount", 0...10_000) ?? 0)
    sources.position = fields["position"]?.text.flatMap { Coordinate(written: $0) }
    sources.answers = fields["answers"]?.fields ?? DocumentFields()
    if asksWeather, let place = sources.position {
      sources.weather = await feature.weather.weather(at: place, now: context.now)
    }
    return sources
  }

  /// Those of the organisation, in the order in which they were chosen.
  func schools(
    _ value: DocumentValue?, _ principal: Principal
  ) async throws(DocumentStoreError) -> [ReportSchool] {
    guard case .array(let values)? = value else { return [] }
    let paths = values.prefix(100).compactMap { $0.text.flatMap { ReportDocument.path(ReportSchool.collection, $0) } }
    guard !paths.isEmpty else { return [] }
    return try await documents.documents(at: paths).compactMap { found in
      guard let found, found.fields["organizationID"]?.text == principal.organisation.text else { return nil }
      return ReportSchool(found.fields, id: found.path.id)
    }
  }
}
