import StudioServer

/// What locations say on a person's home, by what it is for.
enum PlacesHomeText: String, PageText {
  case toPhotograph, left, allDone, viewPlaces, addPlace, addPlaceText

  static let words = PageWords("locations", "home")
}
