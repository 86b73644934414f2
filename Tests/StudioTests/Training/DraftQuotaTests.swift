import Documents
import StudioModel
import Testing

@testable import Training

/// What one person may have sent that no critique shows.
@Suite struct DraftQuotaTests {
  private static func draft(_ letter: Character, files: Int, bytes: Int64, at moment: Double = 0) -> DraftAlbum {
    DraftAlbum(
      PictureAlbum(organisation: "o", name: String(repeating: letter, count: 20)), files: files, bytes: bytes,
      touchedAt: moment)
  }

  @Test func `some drafts fit, not a hundred pictures, and no more than half of a small disk`() {
    let full = Self.draft("A", files: 12, bytes: 6 << 20)
    #expect(DraftQuota(left: nil, own: full.bytes).takesOne(beside: [full]))
    #expect(DraftQuota(left: nil, own: 0).takesOne(beside: Array(repeating: full, count: 15)))
    #expect(!DraftQuota(left: nil, own: 0).takesOne(beside: Array(repeating: full, count: 16)))
    #expect(!DraftQuota(left: nil, own: 0).takesOne(beside: [Self.draft("A", files: 2, bytes: 256 << 20)]))
    #expect(DraftQuota(left: 4 << 20, own: 0).takesOne(beside: []))
    #expect(!DraftQuota(left: 3 << 20, own: 0).takesOne(beside: []))
    #expect(!DraftQuota(left: -9, own: 0).takesOne(beside: []))
  }

  @Test func `who has too many pictures waiting is told so, loses nothing of the last hour, and others go on`()
    async throws
  {
    try await TrainingLab.run { lab in
      let mia = try await lab.join("mia", Standing(.manager))
      let noa = try await lab.join("noa", Standing(.manager))
      let up = "/training/uploads/\(String(repeating: "K", count: 20))"
      // The studio's clock stands at 1000.
      let user = mia.person.id.text
      await lab.pictures.note([Self.draft("A", files: 192, bytes: 9, at: 999)], of: user)
      let refused = try await lab.script(up, as: mia, "abc")
      #expect(refused.status == 507 && refused.text.contains("are not shared yet"), "\(refused)")
      #expect(await lab.pictures.noted[user]?.count == 1)
      #expect(try await lab.script(up, as: noa, "abc").status == 200)
      // What is older than an hour goes for it: the oldest, and no more than is needed.
      await lab.pictures.note(
        [
          Self.draft("B", files: 100, bytes: 9, at: -9000), Self.draft("C", files: 90, bytes: 9, at: -8000),
          Self.draft("D", files: 2, bytes: 9, at: 999),
        ], of: user)
      #expect(try await lab.script(up, as: mia, "abc").status == 200)
      #expect(await lab.pictures.noted[user]?.map { $0.album.name.first } == ["C", "D"])
      // What was published counts no more, and stays.
      let name = String(repeating: "E", count: 20)
      _ = try await lab.put(name, from: mia, to: noa)
      await lab.pictures.note([Self.draft("E", files: 192, bytes: 9, at: -9000)], of: user)
      #expect(try await lab.script(up, as: mia, "abcd").status == 200)
      #expect(await lab.pictures.noted[user]?.isEmpty == true)
    }
  }
}
