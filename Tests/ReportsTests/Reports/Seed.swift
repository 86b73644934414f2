import BoothCore
import Documents
import StudioModel

@testable import Reports

/// The examples by which the existing apps describe their forms.
enum Seed {
  static let organisation = OrganisationID("org_123")
  static let json = """
    {
      "id": "fall_sports_template", "name": "Fall Sports Daily Report",
      "description": "Standard report for fall sports photography sessions", "shootType": "sports",
      "organizationID": "org_123", "isDefault": true, "isActive": true, "version": 1,
      "fields": [
        {"id": "job_type", "type": "select", "label": "Job Type", "required": true,
         "options": ["Fall Sports", "Team Photos", "Individual Photos"]},
        {"id": "mileage_calc", "type": "mileage", "label": "Round Trip Mileage", "required": false,
         "smartConfig": {"calculationType": "mileage", "fallbackValue": "0 miles", "autoUpdate": true}, "readOnly": true},
        {"id": "weather", "type": "weather_conditions", "label": "Weather Conditions",
         "smartConfig": {"calculationType": "weather_conditions", "fallbackValue": "Unknown"}},
        {"id": "notes", "type": "textarea", "label": "Additional Notes", "placeholder": "Any additional observations..."}
      ]
    }
    """

  static func fields(_ json: String) throws -> DocumentFields {
    DocumentFields(plain: try DocumentJSON(bytes: Array(json.utf8)))
  }

  static func template(_ json: String = json) throws -> TemplateReading {
    TemplateReading(try fields(json), id: "fall_sports_template")
  }

  static let home = "38.321991,-88.867400"
  static let adams = ReportSchool(id: "a", name: "Adams School - Marion", coordinates: "37.730700, -88.933100")
  static let lincoln = ReportSchool(id: "l", name: "Lincoln Elementary", coordinates: "37.750000,-89.000000")

  /// 2024-01-15 14:30 in a zone six hours west.
  static func sources() -> SmartSources {
    var sources = SmartSources(now: WallTime(unixSeconds: 1_705_350_600, secondsFromUTC: -21_600))
    sources.homeCoordinates = home
    sources.firstName = "John"
    sources.lastName = "Smith"
    sources.schools = [adams, lincoln]
    return sources
  }

  static func smart(
    _ type: FieldType, _ settings: String, _ sources: SmartSources = sources()
  ) throws -> SmartValue {
    let reading = TemplateReading(
      try fields(
        """
        {"name": "n", "organizationID": "o", "fields": [
          {"id": "f", "type": "\(type.rawValue)", "label": "F", "smartConfig": \(settings)},
          {"id": "n", "type": "number", "label": "N"}]}
        """), id: "t")
    let template = reading.template!
    return SmartField(template.fields[0], sources).value(in: template)
  }
}
