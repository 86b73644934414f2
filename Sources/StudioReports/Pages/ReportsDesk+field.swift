import BoothStudio
import BoothWeb
import DailyReports

/// One question, with the keyboard, label and completion that a phone needs for it.
extension ReportsDesk {
  func ask(_ field: TemplateField) -> HTML {
    // Ids of fields may have any signs; those of elements are of their bytes.
    let id = "f-" + field.id.utf8.map { Self.hex($0) }.joined()
    if field.type == .file {
      return pictures(field: field.id, label: field.label, isRequired: field.isRequired, id: id)
    }
    let needed: HTML? =
      field.isRequired && !field.isAutomatic ? "<span class=\"badge\">\(words[.isRequired])</span>" : nil
    let auto: HTML? = field.isAutomatic ? "<span class=\"badge auto\">\(words[.auto])</span>" : nil
    let label: HTML = "<bdi>\(field.label)</bdi>\(needed)\(auto)"
    let described: HTML = " aria-describedby=\"\(id)-hint \(id)-fault\""
    let foot: HTML =
      "<p class=\"hint\" id=\"\(id)-hint\" role=\"status\"></p><p class=\"fault\" id=\"\(id)-fault\"></p>"
    switch field.type {
    case .radio, .multiselect:
      let kind: HTML = field.type == .radio ? "radio" : "checkbox"
      let options = field.options.enumerated().map { place, option -> HTML in
        "<label><input type=\"\(kind)\" id=\"\(id)-\(place)\" name=\"\(id)\" value=\"\(option)\"> <bdi>\(option)</bdi></label>\n"
      }
      return """
        <fieldset class="ask" data-field="\(field.id)"\(described)><legend>\(label)</legend><div class="options">\(options)</div>\(foot)</fieldset>

        """
    case .toggle:
      return """
        <div class="ask options" data-field="\(field.id)"><label for="\(id)"><input type="checkbox" id="\(id)"\(described)> <span>\(label)</span></label>\(foot)</div>

        """
    default:
      let locate: HTML? =
        field.type == .location
        ? "<button type=\"button\" class=\"plain\" data-locate>\(words[.usePosition])</button>" : nil
      return """
        <div class="ask" data-field="\(field.id)"><label for="\(id)">\(label)</label><div class="beside">\(input(field, id, described))\(locate)</div>\(foot)</div>

        """
    }
  }

  private func input(_ field: TemplateField, _ id: String, _ described: HTML) -> HTML {
    let placeholder: HTML? = field.placeholder.map { " placeholder=\"\($0)\"" }
    let readOnly: HTML? = field.isReadOnly ? " readonly" : nil
    let required: HTML? = field.isRequired && !field.isAutomatic ? " aria-required=\"true\"" : nil
    let common: HTML = " id=\"\(id)\"\(described)\(placeholder)\(readOnly)\(required)"
    switch field.type {
    case .textarea: return "<textarea\(common) rows=\"4\" maxlength=\"20000\"></textarea>"
    case .select:
      let options = field.options.map { "<option value=\"\($0)\">\($0)</option>\n" as HTML }
      return
        "<select id=\"\(id)\"\(described)\(required)><option value=\"\">\(words[.chooseOne])</option>\n\(options)</select>"
    case .number, .currency:
      return "<input type=\"text\" inputmode=\"decimal\" autocomplete=\"off\" maxlength=\"40\"\(common)>"
    case .email:
      return "<input type=\"email\" inputmode=\"email\" autocomplete=\"email\" maxlength=\"320\" dir=\"ltr\"\(common)>"
    case .phone:
      return "<input type=\"tel\" inputmode=\"tel\" autocomplete=\"tel\" maxlength=\"60\" dir=\"ltr\"\(common)>"
    case .date: return "<input type=\"date\"\(common)>"
    case .time: return "<input type=\"time\"\(common)>"
    case .location: return "<input type=\"text\" autocomplete=\"street-address\" maxlength=\"500\"\(common)>"
    case .text, .multiselect, .radio, .toggle, .file, .mileage, .dateAuto, .timeAuto, .userName, .schoolName,
      .photoCount, .currentLocation, .weather, .calculation:
      return "<input type=\"text\" autocomplete=\"off\" maxlength=\"2000\"\(common)>"
    }
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
