/// A session's files go when the gallery has just served each of them with its size, and only then.
///
/// Where it serves some and not others, what is not there is brought again, and none goes before all are there. One that
/// serves none of them, and not even the manifest that it must have, cannot be asked: nothing goes on its word, and
/// nothing is called lost.
extension KeepRun {
  struct Question: Sendable, Equatable {
    var session: SessionRecord
    /// Not asked for yet; the first of them is.
    var rest: ArraySlice<Asset>
    var there: [Asset] = []
    var absent: [Asset] = []
  }

  mutating func next() -> Effect {
    while let session = rest.popFirst() {
      if let effect = ask(Question(session: session, rest: session.assets[...])) { return effect }
    }
    return report()
  }

  private mutating func ask(_ question: Question) -> Effect? {
    guard let asset = question.rest.first else { return nil }
    step = .asking(question)
    let session = question.session
    return .askSize(
      path: GalleryPath.asset(event: session.event, session: session.id, kind: asset.kind, strip: asset.strip),
      expecting: asset.sizeBytes)
  }

  mutating func answered(_ size: Int64?, _ question: Question, isSession: Bool, at now: Instant) -> Effect {
    var question = question
    let asset = question.rest.removeFirst()
    if size == asset.sizeBytes { question.there.append(asset) } else { question.absent.append(asset) }
    if let effect = ask(question) { return effect }
    let session = question.session
    guard !question.there.isEmpty else {
      step = .askingForManifest(question)
      return .askSize(
        path: GalleryPath.manifest(event: session.event, session: session.id), expecting: Manifest.mostBytes)
    }
    guard question.absent.isEmpty else { return bringAgain(question) }
    // Guests came while the gallery was asked: the rest goes the next time.
    guard !isSession else {
      wakeUp = now + Self.retry
      return report()
    }
    step = .releasing
    return .release(question.there.map(\.id), of: session.id)
  }

  mutating func answeredForManifest(_ size: Int64?, _ question: Question) -> Effect {
    guard size == nil else { return bringAgain(question) }
    mute.append(question.session.id)
    return next()
  }

  /// What is there goes with the rest, when all is.
  private mutating func bringAgain(_ question: Question) -> Effect {
    let session = question.session.id
    missing += question.absent.map { "\(session) \($0.path.split(separator: "/").last ?? "")" }
    step = .bringing
    return .bringAgain(question.absent.map(\.id), of: session)
  }

  private mutating func report() -> Effect {
    (step, rest) = (.resting, [])
    if let first = missing.first {
      return .notifyOperator(
        "the gallery no longer had \(missing.count) files it confirmed, so they are sent again: \(first) …")
    }
    return .notifyOperator(
      mute.first.map { session in
        """
        the gallery serves nothing it is asked for, so \(mute.count) sessions stay here that the keep-policy would let \
        go: \(session) …
        """
      })
  }
}
