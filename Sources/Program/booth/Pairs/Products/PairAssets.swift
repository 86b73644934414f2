import WebSupport

/// Scripts and styles of pages that stand alone, from `CWebAssets/web/pairs`: written into the pages themselves.
enum PairAssets {
  private static let all = WebAssets(["pairs", "locations", "shared"])

  /// `pairs/NAME.js` with all that it imports.
  static func script(_ name: String) -> HTML { .script("pairs/\(name).js", of: all) }

  /// `pairs/NAME.css` of each name, in this order.
  static func styles(_ names: [String]) -> HTML { .styles(names.map { "pairs/\($0).css" }, of: all) }
}
