import BoothStore
import BoothSystem
import CommandSupport
import FeatureMatching
import Glibc
import StudioModel

extension Examination {
  /// Files and folders that a booth keeps in its data folder and goes on without. The others have findings of their own.
  private static let kept: [(name: String, kind: mode_t, without: String)] = [
    ("journal", S_IFDIR, "the journal is not written; nothing of the guests' is lost by that"),
    ("events.place", S_IFREG, "commands beside the booth do not see its events"),
    ("control.place", S_IFREG, "commands beside the booth may not find it"),
    ("calibrations.json", S_IFREG, "photos may come late"),
    ("booth.log", S_IFREG, "nothing is logged to it"),
    (
      "control.sock", S_IFSOCK,
      "the booth that runs cannot be asked (booth status and its like); it sets this aside within seconds"
    ),
  ]

  /// What stands in the place of something else, so that a part of the booth goes without it; nothing where all is as a booth makes it.
  func places() -> [Finding] {
    let folder = settings.data
    var findings = VaultSessionStore.oddities(in: folder).map {
      Finding.warning(
        "data", CommandText(advice: $0), "move it away; or the booth sets it aside by itself, and goes on",
        .init(.oddFile))
    }
    for place in Self.kept {
      guard let found = OddPlace.words("\(folder)/\(place.name)", is: place.kind) else { continue }
      findings.append(
        .bad(
          "data", "\(found): \(place.without)", "move it away; the booth's next start makes a new one",
          .init(.oddFileNamed, place.name)))
    }
    if let words = DevicePlaces.trouble(settings) {
      findings.append(
        .bad(
          "devices", CommandText(advice: words),
          "move it away, or put the folder in its place; until then the bundled profiles hold",
          .init(.settingsFaulty, "devices")))
    }
    if let words = LearnedFeatures.fault(settings) {
      findings.append(
        .bad(
          "features", CommandText(advice: words), "until then locations are aimed at without learned features",
          .init(.featuresOff)))
    }
    if LearnedFeatures.fault(settings) == nil, !LearnedFeatures.isThere(settings),
      access("\(folder)/locations.sqlite", F_OK) == 0
    {
      findings.append(
        .warning(
          "features",
          "the weights of the learned features are missing, so fewer photos of locations can be aligned",
          "install them: Scripts/setup weights", .init(.featuresMissing)))
    }
    return findings
  }
}
