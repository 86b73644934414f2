/// What a field of a form is: the types that the existing apps know.
package enum FieldType: String, Sendable, CaseIterable {
  // What a person types.
  case text, textarea, number, email, phone, date, time
  // What a person chooses.
  case select, multiselect, radio, toggle
  // What is more than a text.
  case file, location, currency
  // What fills itself in.
  case mileage
  case dateAuto = "date_auto"
  case timeAuto = "time_auto"
  case userName = "user_name"
  case schoolName = "school_name"
  case photoCount = "photo_count"
  case currentLocation = "current_location"
  case weather = "weather_conditions"
  case calculation

  /// Whether it fills itself in.
  package var isSmart: Bool {
    switch self {
    case .mileage, .dateAuto, .timeAuto, .userName, .schoolName, .photoCount, .currentLocation, .weather,
      .calculation:
      true
    case .text, .textarea, .number, .email, .phone, .date, .time, .select, .multiselect, .radio, .toggle, .file,
      .location, .currency:
      false
    }
  }

  /// Whether its answer is a number, which apps may keep as a text.
  package var isOfNumbers: Bool {
    switch self {
    case .number, .currency, .mileage, .photoCount, .calculation: true
    case .text, .textarea, .email, .phone, .date, .time, .select, .multiselect, .radio, .toggle, .file, .location,
      .dateAuto, .timeAuto, .userName, .schoolName, .currentLocation, .weather:
      false
    }
  }

  /// Whether its answer is one or several of its options.
  package var hasOptions: Bool { self == .select || self == .multiselect || self == .radio }

  /// The types that a field's settings name for it: `roundTripMileage` of the web app, `mileage` of the iOS app.
  package init?(calculation name: String) {
    let web: [String: FieldType] = [
      "roundTripMileage": .mileage, "currentDate": .dateAuto, "currentTime": .timeAuto, "photographerName": .userName,
      "schoolName": .schoolName, "photoCount": .photoCount, "currentLocation": .currentLocation,
      "weatherConditions": .weather, "custom": .calculation,
    ]
    guard let type = web[name] ?? FieldType(rawValue: name).flatMap({ $0.isSmart ? $0 : nil }) else { return nil }
    self = type
  }

  /// The web app's name for what it fills in; nil for what does not fill itself in.
  package var webCalculation: String? {
    switch self {
    case .mileage: "roundTripMileage"
    case .dateAuto: "currentDate"
    case .timeAuto: "currentTime"
    case .userName: "photographerName"
    case .schoolName: "schoolName"
    case .photoCount: "photoCount"
    case .currentLocation: "currentLocation"
    case .weather: "weatherConditions"
    case .calculation: "custom"
    case .text, .textarea, .number, .email, .phone, .date, .time, .select, .multiselect, .radio, .toggle, .file,
      .location, .currency:
      nil
    }
  }
}

/// Where a field stands on a form.
package enum FormSection: String, Sendable, CaseIterable {
  case basic, details, calculated, media
}
