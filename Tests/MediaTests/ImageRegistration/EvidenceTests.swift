import RegistrationTrial
import Testing

@testable import ImageRegistration

/// How much of what speaks for a place is enough to claim it.
@Suite struct EvidenceTests {
  @Test func `features that agree in few parts of the picture claim nothing while no template does`() {
    var evidence = RegistrationEvidence()
    (evidence.features, evidence.cells) = (45, 4)
    #expect(evidence.share(of: .features) < 1)
    evidence.templates = 12
    #expect(evidence.share(of: .features) >= 1)
    evidence.cells = 3
    #expect(evidence.share(of: .features) < 1)
    (evidence.templates, evidence.cells) = (0, 8)
    #expect(evidence.share(of: .features) >= 1)
  }

  @Test func `far from where one aims more is asked for`() {
    let size = PictureSize(width: 640, height: 480)
    let prior = AimPrior(old: size, new: size)
    #expect(prior.remoteness(.identity) == 1)
    #expect(prior.remoteness(Homography([1, 0, 100, 0, 1, 0, 0, 0, 1])) == 1)
    #expect(prior.remoteness(Homography([1, 0, 200, 0, 1, 0, 0, 0, 1])) > 3)
    var evidence = RegistrationEvidence()
    (evidence.features, evidence.cells) = (34, 8)
    #expect(evidence.share(of: .features) > 1)
    evidence.remoteness = 3.2
    #expect(evidence.share(of: .features) < 1)
  }

  @Test func `more evidence is never less confidence`() {
    var last = 0.0
    for step in 0..<40 {
      var evidence = RegistrationEvidence()
      (evidence.features, evidence.templates, evidence.cells) = (Double(step * 2), step, step)
      let confidence = evidence.confidence(of: .features)
      #expect(confidence >= last)
      last = confidence
    }
  }

  // MARK: Two witnesses

  /// - Parameters:
  ///   - features: their sum and the other place's share, nil transforms moved by `apart` of the width.
  private func judged(
    _ verdict: RegistrationVerdict, features: Double, rival: Double, own: Double = 15, _ other: RegistrationVerdict,
    correlation: Double, otherRival: Double, places: Int = 4,
    apart: Double = 0.005
  ) throws -> RegistrationVerdict {
    let blank = GreyPicture(width: 640, height: 480, pixels: [UInt8](repeating: 90, count: 640 * 480))
    let pair = try #require(PicturePair(old: blank, new: blank, mask: nil, side: 640))
    var (learned, found) = (RegistrationEvidence(), RegistrationEvidence())
    (learned.features, learned.rival, learned.correlation, learned.templates) = (features, rival, own, Int(own * 1.3))
    (found.correlation, found.rival, found.templates) = (correlation, otherRival, Int(correlation * 1.4))
    found.places = places
    return Registration.judged(
      RegistrationResult(
        verdict: verdict, transform: .identity, confidence: verdict == .accepted ? 0.6 : 0.45, evidence: learned,
        method: .features),
      RegistrationResult(
        verdict: other, transform: Homography([1, 0, apart * 640, 0, 1, 0, 0, 0, 1]),
        confidence: other == .accepted ? 0.6 : 0.45, evidence: found, method: .gradients), pair
    ).verdict
  }

  @Test func `another depth of the scene is believed where gradients find the same place with much support`() throws {
    #expect(
      try judged(.ambiguous, features: 68, rival: 0.38, .tooLittleFound, correlation: 44, otherRival: 0.72) == .accepted
    )
    #expect(
      try judged(.ambiguous, features: 23, rival: 0.54, .accepted, correlation: 52, otherRival: 0.62) == .accepted)
    // A street with alike houses, to which gradients came from one place only.
    #expect(
      try judged(
        .ambiguous, features: 34.6, rival: 0.482, .tooLittleFound, correlation: 28, otherRival: 0.702, places: 1)
        == .ambiguous)
    // Repeated windows: what else fits has nearly as much, of features or of gradients.
    #expect(try judged(.ambiguous, features: 68, rival: 0.8, .accepted, correlation: 60, otherRival: 0.5) == .ambiguous)
    #expect(
      try judged(.ambiguous, features: 53, rival: 0.38, .tooLittleFound, correlation: 45, otherRival: 0.83)
        == .ambiguous)
    #expect(
      try judged(.ambiguous, features: 68, rival: 0.3, .accepted, correlation: 60, otherRival: 0.5, apart: 0.1)
        == .ambiguous)
  }

  @Test(arguments: [
    (24.9 / 1.446, 0.268, 24.4, 0.861), (16.7, 0.314, 26.3, 0.937), (6.5, 0.258, 39.1, 0.451), (8.2, 0.2, 35.8, 0.5),
  ])
  func `streets with alike houses on which both methods agree are not claimed`(
    features: Double, rival: Double, correlation: Double, otherRival: Double
  ) throws {
    for other in [RegistrationVerdict.accepted, .tooLittleFound] {
      let verdict = try judged(
        .tooLittleFound, features: features, rival: rival, other, correlation: correlation, otherRival: otherRival)
      #expect(verdict != .accepted)
    }
  }

  @Test func `few features and many templates claim nothing where the templates fit elsewhere, too`() throws {
    for (other, rival) in [(RegistrationVerdict.ambiguous, 0.6), (.tooLittleFound, 0.668)] {
      #expect(
        try judged(
          .accepted, features: 12.5, rival: 0.07, own: 28, other, correlation: 31, otherRival: rival, places: 1)
          == .ambiguous)
    }
    #expect(
      try judged(.accepted, features: 12.5, rival: 0.07, own: 28, .accepted, correlation: 31, otherRival: 0.5)
        == .accepted)
    var evidence = RegistrationEvidence()
    (evidence.features, evidence.templates, evidence.cells) = (12.5, 39, 8)
    #expect(evidence.share(of: .features) < 2)
  }

  @Test(arguments: [(40, 30, 3), (7, 5, 13), (64, 2, 1)])
  func `a mask shrinks by so many pixels on every side`(width: Int, height: Int, radius: Int) {
    var numbers = SeededNumbers(seed: 6)
    let known = (0..<width * height).map { _ in numbers.below(40) > 0 }
    let mask = PixelMask(width: width, height: height, known: known).eroded(by: radius)
    for y in 0..<height {
      for x in 0..<width {
        let rows = max(0, y - radius)...min(height - 1, y + radius)
        let isFree = rows.allSatisfy { row in
          (max(0, x - radius)...min(width - 1, x + radius)).allSatisfy { known[row * width + $0] }
        }
        #expect(mask.known[y * width + x] == isFree)
      }
    }
  }

  @Test func `gradients that see much more in another place contradict features that are not very sure`() throws {
    #expect(
      try judged(
        .accepted, features: 31, rival: 0.03, own: 13.7, .tooLittleFound, correlation: 26, otherRival: 0.84, apart: 0.1)
        == .contradicting)
    #expect(
      try judged(
        .accepted, features: 31, rival: 0.03, own: 22, .tooLittleFound, correlation: 26, otherRival: 0.84, apart: 0.1)
        == .accepted)
  }

  @Test func `no mismatched pair of the trial comes twice before all were there`() {
    let pairs = (0..<300).map { RegistrationTable.mismatch($0, scenes: 12, poses: 3) }
    #expect(pairs.allSatisfy { $0.then != $0.now })
    #expect(Set(pairs.map { [$0.then, $0.now, $0.pose] }).count == 300)
  }

  @Test func `gradients that came to a place once alone bear less of another`() {
    var evidence = RegistrationEvidence()
    (evidence.correlation, evidence.rival, evidence.places) = (40, 0.47, 1)
    #expect(evidence.share(of: .gradients) < 1)
    evidence.places = 2
    #expect(evidence.share(of: .gradients) >= 1)
    (evidence.rival, evidence.places) = (0.37, 1)
    #expect(evidence.share(of: .gradients) >= 1)
  }
}
