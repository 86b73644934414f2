import BoothCore
package import Documents
import Locations
import StudioModel

/// What smart fields are filled with: functions of their sources.
package struct SmartField: Sendable {
  private let field: TemplateField
  private let sources: SmartSources

  package init(_ field: TemplateField, _ sources: SmartSources) {
    self.field = field
    self.sources = sources
  }

  /// - Parameters:
  ///   - template: the form, for calculations.
  ///   - state: the form with the sources' answers, where several fields are asked for: what is calculated of each other is
  ///     reckoned once.
  package func value(in template: ReportTemplate, _ state: FormState? = nil) -> SmartValue {
    guard field.smart != nil else { return SmartValue(.string(field.defaultValue ?? ""), source: "default") }
    return switch field.type {
    case .mileage: mileage
    case .dateAuto: SmartValue(.string(date), source: "clock")
    case .timeAuto: SmartValue(.string(time), source: "clock")
    case .userName: userName
    case .schoolName: schoolName
    case .photoCount: SmartValue(.string("\(sources.photoCount)"), source: "pictures")
    case .currentLocation: location
    case .weather: weather
    case .calculation: calculation(template, state)
    case .text, .textarea, .number, .email, .phone, .date, .time, .select, .multiselect, .radio, .toggle, .file,
      .location, .currency:
      SmartValue(.string(field.defaultValue ?? ""), source: "default")
    }
  }

  private var isWeb: Bool { field.smart?.dialect == .web }
  private var format: String { (field.smart?.format ?? "").lowercased() }

  private func fallback(_ otherwise: String, lack: SmartValue.Lack, fault: CalculationFault? = nil) -> SmartValue {
    SmartValue(
      .string(field.smart?.fallback ?? otherwise), source: "fallback", lack: lack, fault: fault)
  }

  // MARK: Mileage

  /// The earth's radius of the existing apps.
  private var radius: Double { isKilometres ? 6371 : 3959 }
  private var isKilometres: Bool { !["", "miles", "mi"].contains((field.smart?.units ?? "").lowercased()) }

  /// Home → schools in their order → home.
  private var mileage: SmartValue {
    guard let home = Coordinate(written: sources.homeCoordinates) else { return noMileage(.home) }
    let known = sources.schools.filter { $0.place != nil }
    if isWeb, known.isEmpty { return noMileage(sources.schools.isEmpty ? .schools : .coordinates) }
    var (total, here) = (0.0, home)
    for place in known.compactMap(\.place) + [home] {
      total += here.distance(to: place) / Coordinate.earthRadius * radius
      here = place
    }
    let source = (["home"] + known.map(\.name) + ["home"]).joined(separator: " → ")
    let lack: SmartValue.Lack? =
      sources.schools.isEmpty ? .schools : known.count < sources.schools.count ? .coordinates : nil
    let rounded = Self.tenth(total)
    return SmartValue(
      isWeb ? .double(rounded.double) : .string(rounded.text(digits: 1) + (isKilometres ? " km" : " miles")),
      source: source, lack: lack)
  }

  private func noMileage(_ lack: SmartValue.Lack) -> SmartValue {
    let fallback = field.smart?.fallback
    guard isWeb else { return self.fallback("0 miles", lack: lack) }
    return SmartValue(.double(fallback.flatMap { Double($0) } ?? 0), source: "fallback", lack: lack)
  }

  /// As C's `%.1f`, but for ties, which no distance has.
  private static func tenth(_ number: Double) -> Amount {
    Amount(number).flatMap { $0.rounded(digits: 1) } ?? Amount(units: 0) ?? Amount(units: 1)!
  }

  // MARK: Days and times

  private var date: String {
    let day = sources.now.day
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let (year, month, ofMonth) = (parts[0], parts[1], parts[2])
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    switch format {
    case "iso", "yyyy-mm-dd": return day
    case "medium": return "\(months[month - 1]) \(ofMonth), \(year)"
    case "mm/dd/yyyy":
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      return isWeb ? "\(month)/\(ofMonth)/\(year)" : "\(two(month))/\(two(ofMonth))/\(year)"
    default:
      let short = year % 100 < 10 ? "0\(year % 100)" : "\(year % 100)"
      return "\(month)/\(ofMonth)/\(isWeb ? "\(year)" : short)"
    }
  }

  private var time: String {
    let parts = sources.now.timeOfDay.split(separator: ".").compactMap { Int($0) }
    let minutes = parts[0] * 60 + parts[1]
    return format.hasPrefix("24") || format == "hh:mm" ? ClockText.text(minutes) : ClockText.american(minutes)
  }

  // MARK: Names

  private var userName: SmartValue {
    let (first, last) = (sources.firstName.trimmed, sources.lastName.trimmed)
    let name = isWeb && !first.isEmpty ? first : [first, last].filter { !$0.isEmpty }.joined(separator: " ")
    return name.isEmpty ? fallback("Photographer", lack: .name) : SmartValue(.string(name), source: "account")
  }

  private var schoolName: SmartValue {
    let names = sources.schools.map(\.name)
    guard !names.isEmpty else { return fallback("No schools selected", lack: .schools) }
    return SmartValue(.string(names.joined(separator: ", ")), source: "schools")
  }

  // MARK: Place and weather

  private var location: SmartValue {
    guard let position = sources.position else { return fallback("Location pending...", lack: .position) }
    return SmartValue(.string(position.written), source: "position")
  }

  private var weather: SmartValue {
    if let report = sources.weather { return SmartValue(.string(report.words), source: "Open-Meteo") }
    return sources.position == nil
      ? fallback("Location required for weather", lack: .position)
      : fallback("Weather unavailable", lack: .weather)
  }

  // MARK: Calculation

  private func calculation(_ template: ReportTemplate, _ state: FormState?) -> SmartValue {
    guard let expression = field.smart?.expression, !expression.isBlank else {
      return fallback("Calculation failed", lack: .calculation)
    }
    do throws(CalculationFault) {
      let value = try (state ?? FormState(template, answers: sources.answers)).value(field.id)
      return SmartValue(value.kept, source: expression)
    } catch {
      return fallback("Calculation failed", lack: .calculation, fault: error)
    }
  }
}

extension CalculationValue {
  /// As an answer is kept: what is blank is an empty text.
  package var kept: DocumentValue {
    switch self {
    case .number(let number): .double(number.double)
    case .truth(let value): .boolean(value)
    case .list(let values): .array(values.map { .string($0.shown) })
    case .blank, .text, .date, .time: .string(shown)
    }
  }
}
