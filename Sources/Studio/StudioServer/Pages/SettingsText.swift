/// What the pages of settings say, by what it is for.
enum SettingsText: String, PageText {
  case settings, organisationName, organisationHelp, map, tiles, tilesHelp, tilesWrong, tilesBy, fixed
  case sync, syncHelp, notSet, look, lookDevice, lookLight, lookDark

  static let words = PageWords("studio", "settings")
}

/// What the pages of settings say, in one language.
typealias SettingsWords = WordTable<SettingsText>
