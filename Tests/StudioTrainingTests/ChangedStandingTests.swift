import PhotoCritiques
import StudioRules
import StudioStore
import StudioTesting
import Testing

@testable import StudioTraining

/// People who are something else by the time that they send, or look.
@Suite struct ChangedStandingTests {
  @Test(arguments: LabStore.allCases)
  func `who is no manager any longer after sending a picture publishes nothing`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let draft = TrainingTests.draft(lab, to: dana)
      #expect(try await lab.script("/training/uploads/\(TrainingTests.key)", as: mia, "abc").status == 200)
      try await lab.accounts.setStanding(Standing(.employee), of: mia.person.id, in: lab.accounts.organisation)
      #expect(try await lab.script("/training/publish", as: mia, draft).status == 403)
      #expect(try await lab.script("/training/uploads/\(TrainingTests.key)", as: mia, "abcd").status == 403)
      #expect(try await lab.documents.document(at: try Critique.path(TrainingTests.key)) == nil)
      // What was written is not gone: with the role back it is published.
      try await lab.accounts.setStanding(Standing(.manager), of: mia.person.id, in: lab.accounts.organisation)
      #expect(try await lab.script("/training/publish", as: mia, draft).status == 200)
    }
  }

  @Test(arguments: LabStore.allCases)
  func `a photographer who is in another organisation now sees nothing of the old one`(_ store: LabStore) async throws {
    try await TrainingLab.run(store) { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let dana = try await lab.join("dana", .photographer)
      let here = try await lab.put(TrainingTests.key, from: mia, to: dana)
      let elsewhere = try await lab.put(TrainingTests.other, from: mia, to: dana, organisation: "elsewhere")
      #expect(try await lab.get(here, as: dana).status == 200)
      // The same person by her id, of whom a critique of another organisation speaks.
      #expect(try await lab.get(elsewhere, as: dana).status == 404)
      #expect(try await !lab.get("/training", as: dana).text.contains(TrainingTests.other))
      // Nobody chooses her any longer.
      try await lab.accounts.setStanding(Standing(.employee), of: dana.person.id, in: lab.accounts.organisation)
      #expect(try await lab.script("/training/uploads/CCCCCCCCCCCCCCCCCCCC", as: mia, "abc").status == 200)
      let draft = TrainingTests.draft(lab, to: dana, key: "CCCCCCCCCCCCCCCCCCCC")
      #expect(try await lab.script("/training/publish", as: mia, draft).status == 422)
    }
  }
}
