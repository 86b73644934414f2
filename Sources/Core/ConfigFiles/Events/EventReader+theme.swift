import BoothCore

extension EventReader {
  private static let themeKeys = [
    "id", "primary_color", "secondary_color", "accent_color", "font_family", "logo_url", "background_url",
    "photo_frame_url", "strip_frame_url", "theme_style", "strip_footer_text", "logo_asset", "background_asset",
    "photo_frame_asset", "strip_frame_asset",
    // Of our own:
    "texts", "sounds", "strip_frame_photos",
  ]

  /// FotoX's styles and their colours where the theme names none.
  private static let styles = ["standard", "casino", "balatro", "mahjong"]

  private static func defaultColors(of style: String) -> [String] {
    switch style {
    case "casino": ["#DC143C", "#000000", "#FFD700"]
    case "balatro": ["#FF2D6A", "#1A1A2E", "#4DEEEA"]
    case "mahjong": ["#B22222", "#1D4E3E", "#F5F5DC"]
    default: ["#FF4081", "#212121", "#FFFFFF"]
    }
  }

  mutating func theme(in event: FileFields, languages: [String]) -> Theme {
    guard let fields = object("theme", in: event) else { return Theme() }
    checkKeys(of: fields, known: Self.themeKeys)
    var theme = Theme()
    if let id = fields["id"] { theme.id = count(id, 0...Int(Int32.max), otherwise: 1) }
    var style = text("theme_style", in: fields) ?? "standard"
    if !Self.styles.contains(style) {
      warn(
        fields.path("theme_style"), expected: "one of \(Self.styles.joined(separator: ", "))",
        found: fields.found("theme_style"), "standard is used")
      style = "standard"
    }
    // FotoX falls back to pink, black and white where a colour is none, and to the style's where there is nothing.
    let colors = Self.defaultColors(of: style)
    theme.primary = color("primary_color", in: fields, missing: colors[0], broken: "#FF4081")
    theme.secondary = color("secondary_color", in: fields, missing: colors[1], broken: "#000000")
    theme.accent = color("accent_color", in: fields, missing: colors[2], broken: "#FFFFFF")
    checkContrast(of: theme, in: fields)
    if let family = text("font_family", in: fields), !family.isEmpty { theme.fontFamily = family }
    if let footer = text("strip_footer_text", in: fields), !footer.isEmpty { theme.footerText = footer }
    theme.logo = picture("logo", asset: "logo_asset", url: "logo_url", in: fields)
    theme.background = picture("background", asset: "background_asset", url: "background_url", in: fields)
    theme.photoFrame = picture("photo_frame", asset: "photo_frame_asset", url: "photo_frame_url", in: fields)
    theme.stripFrame = picture("strip_frame", asset: "strip_frame_asset", url: "strip_frame_url", in: fields)
    for name in ["logo", "background", "photo_frame", "strip_frame"] {
      if case .string(let file) = fields.object[name + "_asset"], Self.isPictureName(file) {
        theme.namedAsAssets.insert(name)
      }
    }
    if let photos = fields["strip_frame_photos"] {
      theme.stripFramePhotos = photos.wholeNumber.flatMap { (1...12).contains($0) ? $0 : nil }
      if theme.stripFramePhotos == nil {
        warn(
          photos.path, expected: "a whole number from 1 to 12", found: photos.summary,
          "the frame is judged by what it leaves of the photos")
      }
    }
    theme.words = sceneWords(in: fields, languages: languages)
    theme.sounds = sounds(in: fields)
    return theme
  }

  private mutating func color(_ key: String, in fields: FileFields, missing: String, broken: String) -> RGBColor {
    let fallback = fields.object[key] == nil ? missing : broken
    if case .string(let text) = fields.object[key], text.utf8.count <= 64, let color = RGBColor(hex: text) {
      return opaque(color, text, fields.path(key)) ?? color
    }
    if fields.object[key] != nil {
      warn(
        fields.path(key), expected: "a colour as #RRGGBB or #AARRGGBB", found: fields.found(key), "\(fallback) is used")
    }
    return RGBColor(hex: fallback) ?? .white
  }

  /// Web pages write eight digits as #RRGGBBAA, FotoX as #AARRGGBB: where the last two alone are those of an opaque colour, the
  /// first is meant. Both may be: FotoX's counts. Nil where nothing speaks for the web's.
  private mutating func opaque(_ color: RGBColor, _ text: String, _ path: String) -> RGBColor? {
    let digits = text.filter(\.isHexDigit)
    guard digits.count == 8, digits.suffix(2).lowercased() == "ff", let web = RGBColor(hex: String(digits.prefix(6))),
      web.hex != color.hex
    else { return nil }
    let taken = color.alpha == 255 ? color : web
    warn(
      path, expected: "a colour as #RRGGBB, or as #AARRGGBB with the opacity first",
      found:
        "\"\(text.printable(limit: 48))\", whose last two digits look like the opacity; write \(web.hex) if you mean that",
      "\(taken.hex) is used")
    return taken
  }

  // MARK: Pictures

  /// One version of FotoX has `…_asset` beside `…_url`; the asset wins where it can be had, which is when it is a file.
  private mutating func picture(_ name: String, asset: String, url: String, in fields: FileFields) -> String? {
    guard case .string(let bundled) = fields.object[asset], !bundled.trimmed.isEmpty else {
      return picture(url, in: fields)
    }
    if Self.isPictureName(bundled) { return picture(asset, in: fields) }
    if fields.object[url] != nil { return picture(url, in: fields) }
    warn(
      fields.path(asset), expected: "a PNG or JPEG file in the event's folder", found: fields.found(asset),
      "the theme's colours are used")
    return nil
  }

  /// A picture's path relative to the event's folder, or an address that is kept but not fetched.
  mutating func picture(_ key: String, in fields: FileFields) -> String? { fields[key].flatMap { picture($0) } }

  mutating func picture(_ value: FileValue) -> String? {
    guard value.text != "" else { return nil }
    let expected = "a PNG or JPEG file in the event's folder"
    guard let name = value.text?.trimmed else {
      warn(value.path, expected: expected, found: value.summary, "nothing is shown in its place")
      return nil
    }
    if ArtworkName.isAddress(name), name.utf8.count <= 2048, name.printable(limit: 4096) == name {
      warn(
        value.path, expected: expected, found: value.summary,
        "it is not fetched, and nothing is shown in its place")
      return name
    }
    guard ArtworkName.isInsideFolder(name), Self.isPictureName(name) else {
      warn(value.path, expected: expected, found: value.summary, "nothing is shown in its place")
      return nil
    }
    return name
  }

  private static func isPictureName(_ name: String) -> Bool {
    let name = name.trimmed.lowercased()
    return [".png", ".jpg", ".jpeg"].contains { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }
}
