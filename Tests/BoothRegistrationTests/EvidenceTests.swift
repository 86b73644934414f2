import Testing

@testable import BoothRegistration

/// How much of what speaks for a place is enough to claim it.
@Suite struct EvidenceTests {
  @Test func `features that agree in few parts of the picture claim nothing while no template does`() {
    var evidence = RegistrationEvidence()
    (evidence.features, evidence.cells) = (45, 4)
    #expect(evidence.share(of: .features) < 1)
    evidence.templates = 12
    #expect(evidence.share(of: .features) >= 1)
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
}
