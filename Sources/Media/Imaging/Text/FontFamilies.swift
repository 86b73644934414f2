import CPangoCairo

/// The fonts of this machine, as the text shaper knows them. Callable from any thread.
public enum FontFamilies {
  /// Names that every font configuration leads to some font.
  private static let generic: Set = ["system", "sans", "sans-serif", "serif", "monospace", "system-ui"]

  /// Whether one of the families in `wanted` (names with commas between) is installed. Upper and lower case are one.
  public static func isInstalled(_ wanted: String) -> Bool {
    let names = wanted.split(separator: ",").map { name in
      name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
    }.map { String($0).lowercased() }.filter { !$0.isEmpty }
    if names.isEmpty || names.contains(where: generic.contains) { return true }
    let installed = installed()
    return names.contains(where: installed.contains)
  }

  private static func installed() -> Set<String> {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(pango_cairo_font_map_get_default(), &families, &count)
    defer { g_free(families) }
    guard let families else { return [] }
    return Set(
      (0..<Int(count)).compactMap { index in
        pango_font_family_get_name(families[index]).map { String(cString: $0).lowercased() }
      })
  }
}
