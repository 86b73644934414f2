import BoothCore
import Documents
import StudioModel
import StudioServer
import StudioStore
import StudioTesting
import Testing

@testable import Training

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
      // She can no longer be chosen.
      try await lab.accounts.setStanding(Standing(.employee), of: dana.person.id, in: lab.accounts.organisation)
      #expect(try await lab.script("/training/uploads/CCCCCCCCCCCCCCCCCCCC", as: mia, "abc").status == 200)
      let draft = TrainingTests.draft(lab, to: dana, key: "CCCCCCCCCCCCCCCCCCCC")
      #expect(try await lab.script("/training/publish", as: mia, draft).status == 422)
    }
  }

  @Test func `who may not share reads who does, and a photographer alone why there is nobody`() async throws {
    try await TrainingLab.run { lab in
      let admin = try await lab.join("admin", Standing(.admin))
      let ben = try await lab.join("ben", Standing(.employee))
      let words = TrainingFeature.Words(.english)
      let refused = try await lab.get("/training/new", as: admin)
      #expect(refused.status == 403 && refused.text.contains(words[.administratorShares]))
      #expect(refused.text.contains("class=\"button\" href=\"/people\""))
      let other = try await lab.get("/training/new", as: ben)
      #expect(other.status == 403 && other.text.contains(words[.roleShares]))
      #expect(!other.text.contains("href=\"/people\""))
      // No way leads an administrator there.
      for path in ["/training", "/training/team"] {
        #expect(try await !lab.get(path, as: admin).text.contains("/training/new"))
      }
      let dana = try await lab.join("dana", .photographer)
      #expect(try await lab.get("/training/new", as: dana).text.contains(words[.onlyPhotographer]))
      let mia = try await lab.join("mia", Standing(.manager))
      try await lab.accounts.end(dana.person.id, in: lab.organisation, at: 1000)
      #expect(try await lab.get("/training/new", as: mia).text.contains(words[.noPhotographers]))
    }
  }
}
