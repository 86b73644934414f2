import Reports
import StudioServer
import WebSupport

/// One question, with the keyboard, label and completion that a phone needs for it.
extension ReportsHandler {
  /// Ids of fields may have any signs; those of elements are of their bytes.
  static func elementID(_ field: String) -> String { "f-" + field.utf8.map { hex($0) }.joined() }

  func ask(_ field: TemplateField) -> HTML {
    let id = Self.elementID(field.id)
    if field.type == .file {
      return pictures(field: field.id, label: field.label, help: field.help, isRequired: field.isRequired, id: id)
    }
    if field.isRepeated { return rows(field, id) }
    return ask(field, id, of: " data-field=\"\(field.id)\"")
  }

  /// - Parameter attribute: by which the script finds it.
  private func ask(_ field: TemplateField, _ id: String, of attribute: HTML) -> HTML {
    let label = label(field)
    let help: HTML? = field.help.map { "<p class=\"hint help\" id=\"\(id)-help\"><bdi>\($0)</bdi></p>" }
    let helps: HTML = field.help == nil ? .empty : "\(id)-help "
    let described: HTML = " aria-describedby=\"\(helps)\(id)-hint \(id)-fault\""
    let foot: HTML =
      "<p class=\"hint\" id=\"\(id)-hint\" role=\"status\"></p><p class=\"fault\" id=\"\(id)-fault\"></p>"
    switch field.type {
    case .radio, .multiselect:
      let kind: HTML = field.type == .radio ? "radio" : "checkbox"
      let options = field.options.enumerated().map { place, option -> HTML in
        "<label><input type=\"\(kind)\" id=\"\(id)-\(place)\" name=\"\(id)\" value=\"\(option)\"> <bdi>\(option)</bdi></label>\n"
      }
      return """
        <fieldset class="ask"\(attribute)\(described)><legend>\(label)</legend>\(help)<div class="options">\(options)</div>\(foot)</fieldset>

        """
    case .toggle:
      return """
        <div class="ask options"\(attribute)><label for="\(id)"><input type="checkbox" id="\(id)"\(described)> <span>\(label)</span></label>\(help)\(foot)</div>

        """
    default:
      let locate: HTML? =
        field.type == .location
        ? "<button type=\"button\" class=\"plain\" data-locate>\(words[.usePosition])</button>" : nil
      return """
        <div class="ask"\(attribute)><label for="\(id)">\(label)</label>\(help)<div class="beside">\(input(field, id, described))\(locate)</div>\(foot)</div>

        """
    }
  }

  private func label(_ field: TemplateField) -> HTML {
    let needed: HTML? =
      field.isRequired && !field.isAutomatic ? "<span class=\"badge\">\(words[.isRequired])</span>" : nil
    let auto: HTML? = field.isAutomatic ? "<span class=\"badge auto\">\(words[.auto])</span>" : nil
    return "<bdi>\(field.label)</bdi>\(needed)\(auto)"
  }

  /// Any number of rows; the script makes each of the template.
  private func rows(_ field: TemplateField, _ id: String) -> HTML {
    let columns = field.columns.map { column -> HTML in
      var column = column
      // In a row one of several is chosen from a list.
      if column.type == .radio { column.type = .select }
      return ask(
        column, "\(id)-\(Self.elementID(column.id))", of: " data-column=\"\(column.id)\"")
    }
    let help: HTML? = field.help.map { "<p class=\"hint help\"><bdi>\($0)</bdi></p>" }
    return """
      <div class="ask" role="group" data-field="\(field.id)" data-label="\(field.label)" aria-labelledby="\(id)-label" aria-describedby="\(id)-fault"><p class="label" id="\(id)-label">\(label(field))</p>\(help)<ol class="form-rows"></ol><p class="quiet" data-none>\(says[.noRows])</p><p class="hint" role="status"></p><p class="fault" id="\(id)-fault"></p><button type="button" class="plain" data-add>\(says[.addRow])</button>
      <template><li class="form-row"><div class="cells">\(columns)</div><button type="button" class="icon-button" data-remove>\(shell.icon(.xLg))</button></li></template></div>

      """
  }

  private func input(_ field: TemplateField, _ id: String, _ described: HTML) -> HTML {
    let placeholder: HTML? = field.placeholder.map { " placeholder=\"\($0)\"" }
    let readOnly: HTML? = field.isReadOnly ? " readonly" : nil
    let required: HTML? = field.isRequired && !field.isAutomatic ? " aria-required=\"true\"" : nil
    let common: HTML = " id=\"\(id)\"\(described)\(placeholder)\(readOnly)\(required)"
    // A telephone's keyboard leads on from a field, and sends nothing.
    let line: HTML = " enterkeyhint=\"next\"\(common)"
    switch field.type {
    case .textarea: return "<textarea\(common) rows=\"4\" maxlength=\"20000\"></textarea>"
    case .select:
      let options = field.options.map { "<option value=\"\($0)\">\($0)</option>\n" as HTML }
      return
        "<select id=\"\(id)\"\(described)\(required)><option value=\"\">\(words[.chooseOne])</option>\n\(options)</select>"
    case .number, .currency:
      return "<input type=\"text\" inputmode=\"decimal\" autocomplete=\"off\" maxlength=\"40\"\(line)>"
    case .email:
      return "<input type=\"email\" inputmode=\"email\" autocomplete=\"email\" maxlength=\"320\" dir=\"ltr\"\(line)>"
    case .phone:
      return "<input type=\"tel\" inputmode=\"tel\" autocomplete=\"tel\" maxlength=\"60\" dir=\"ltr\"\(line)>"
    case .date: return "<input type=\"date\"\(bounds(field))\(line)>"
    case .time: return "<input type=\"time\"\(line)>"
    case .location: return "<input type=\"text\" autocomplete=\"street-address\" maxlength=\"500\"\(line)>"
    // "7:33 PM" stays so where the page runs from right to left.
    case .timeAuto: return "<input type=\"text\" autocomplete=\"off\" maxlength=\"2000\" dir=\"auto\"\(line)>"
    case .text, .multiselect, .radio, .toggle, .file, .mileage, .dateAuto, .userName, .schoolName,
      .photoCount, .currentLocation, .weather, .calculation:
      return "<input type=\"text\" autocomplete=\"off\" maxlength=\"2000\"\(line)>"
    }
  }

  /// What a date's calendar offers.
  private func bounds(_ field: TemplateField) -> HTML {
    func day(_ name: HTML, _ bound: Amount?) -> HTML {
      guard let day = bound?.whole else { return .empty }
      return " \(name)=\"\(DayText.iso(day))\""
    }
    let bounds = FieldBounds(field)
    return day("min", bounds.least) + day("max", bounds.most)
  }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
