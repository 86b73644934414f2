/// What the gallery said when it was asked for the files it took.
struct GalleryAnswers: Sendable, Equatable {
  /// It served something it was asked for, so what it does not serve is not there.
  var served = false
  /// Taken, in this run or before, and not served, while it served nothing at all.
  var unserved: [Asset] = []
  /// Confirmed in an earlier run, and seen there in this one.
  var seen: Set<AssetID> = []
  /// Confirmed in an earlier run, and not there any more.
  var forgotten: Set<AssetID> = []
  /// How often each file was taken in this run.
  var sends: [AssetID: Int] = [:]
}

/// A gallery is believed when it serves what it took, with its size.
///
/// One that serves something, and not this file, has lost it: the file is sent once more, and then left out until a later
/// run. One that serves nothing it is asked for, not even the manifest it has just taken, cannot be asked: everything is
/// completed, so that guests have their page, and no file of it counts as confirmed.
extension UploadRun {
  /// In one run.
  private static let sendsAtMost = 2

  mutating func answered(for asset: Asset, _ sizeBytes: Int64?, _ rest: [Asset]) -> Next {
    if sizeBytes != nil { answers.served = true }
    if sizeBytes == asset.sizeBytes { return record(asset, rest) }
    guard answers.served else {
      answers.unserved.append(asset)
      return next(rest)
    }
    if answers.sends[asset.id, default: 0] < Self.sendsAtMost { return upload(asset, rest) }
    let words = sizeBytes.map { "has \($0) bytes of its \(asset.sizeBytes)" } ?? "does not have it"
    let failure = GalleryError(.lost, subject: asset.path, detail: "the gallery took it, and \(words)")
    left.append(Left(asset, failure, mayPass: true))
    return next(rest)
  }

  mutating func answeredAgain(for asset: Asset, _ sizeBytes: Int64?) -> Next {
    if sizeBytes != nil { answers.served = true }
    if sizeBytes == asset.sizeBytes { answers.seen.insert(asset.id) } else { answers.unserved.append(asset) }
    return askForTheRest()
  }

  /// What was to be sent was sent: what was confirmed before is asked for, one after the other, and whatever a gallery
  /// that can be asked does not serve is sent again. Then comes the manifest.
  mutating func askForTheRest() -> Next {
    if let asset = sent.first(where: { isUnasked($0) }) {
      step = .askingAgain(asset)
      return .ask(.askSize(path: path(of: asset), expecting: asset.sizeBytes))
    }
    guard answers.served, !answers.unserved.isEmpty else { return presignManifest() }
    let lost = answers.unserved.filter(isConfirmedBefore)
    answers.unserved = []
    guard !lost.isEmpty else { return start() }
    answers.forgotten.formUnion(lost.map(\.id))
    step = .forgetting
    return .ask(.forget(lost))
  }

  private func isUnasked(_ asset: Asset) -> Bool {
    isConfirmedBefore(asset) && !answers.seen.contains(asset.id) && !answers.unserved.contains(asset)
  }

  static let unasked = GalleryError(
    .unasked, subject: "look", detail: "the gallery took it, and serves nothing it is asked for")
}
