import Documents
import Reports
import StudioModel
import StudioStore
import Synchronization
import Testing

@testable import StudioReports

/// What one person may have sent that no report claims.
@Suite struct AttachmentQuotaTests {
  /// SHA-256 of the texts.
  private static let drafted = "094b7ade939cad4d56226805bf98158aca9bc6e0b1a433755340b0bc614c8d49"
  private static let another = "766d63f0332125220adc982e51598010024acc16a916d500187bf15f5d0e4a54"

  private static func files(_ count: Int, of size: Int64, at moment: Double) -> [SentAttachment] {
    (0..<count).map { number in
      let digits = String(number, radix: 16)
      return SentAttachment(
        sha256: String(repeating: "0", count: 64 - digits.count) + digits, size: size,
        touchedAt: moment + Double(number))
    }
  }

  @Test func `an honest report fits, and no more than half of a small disk`() {
    let hundred = Self.files(ReportAttachment.most, of: 5 << 20, at: 0)
    #expect(UnclaimedQuota(left: nil, own: 0).takes(5 << 20, beside: hundred))
    #expect(UnclaimedQuota(left: 100 << 30, own: 500 << 20).takes(5 << 20, beside: hundred))
    let own: Int64 = 29 * 14 << 20
    #expect(!UnclaimedQuota(left: 10 << 20, own: own).takes(14 << 20, beside: Self.files(29, of: 14 << 20, at: 0)))
    #expect(UnclaimedQuota(left: 150 << 20, own: 0).takes(75 << 20, beside: []))
    #expect(!UnclaimedQuota(left: 150 << 20, own: 0).takes(76 << 20, beside: []))
    #expect(!UnclaimedQuota(left: nil, own: 400).takes(1, beside: Self.files(400, of: 1, at: 0)))
    #expect(!UnclaimedQuota(left: nil, own: 0).takes(2 << 30, beside: []))
  }

  @Test func `who has too much waiting is told in words, loses nothing of the last hour, and others go on`()
    async throws
  {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let carl = try await lab.join("carl", .photographer)
      let people = try await lab.accounts.people(of: lab.organisation)
      let user = try #require(people.first { $0.name == "ben" }).id.text
      lab.files.sent.withLock { $0[user] = Self.files(400, of: 1, at: ReportsLab.now - 3000) }
      let refused = try await lab.post("/reports/attachment/\(Self.drafted)", ben, "drafted")
      #expect(refused.status == 507 && refused.text.contains("waiting for their reports"), "\(refused)")
      #expect(lab.files.removed.withLock { $0.isEmpty })
      #expect(try await lab.post("/reports/attachment/\(Self.drafted)", carl, "drafted").status == 200)
      // What is older than an hour goes for it: the oldest, and no more than is needed.
      lab.files.sent.withLock { $0[user] = Self.files(400, of: 1, at: ReportsLab.now - 8000) }
      #expect(try await lab.post("/reports/attachment/\(Self.another)", ben, "nobody's").status == 200)
      #expect(lab.files.removed.withLock { $0 } == [Self.files(1, of: 1, at: 0)[0].sha256])
    }
  }

  @Test func `what a draft that is shared names stays, however old`() async throws {
    try await ReportsLab.run { lab in
      let ben = try await lab.join("ben", .photographer)
      let user = try #require(try await lab.accounts.people(of: lab.organisation).first).id.text
      let files = Self.files(400, of: 1, at: ReportsLab.now - 8000)
      let picture =
        #"{"sha256": "\#(files[0].sha256)", "size": 1, "type": "image/jpeg", "name": "b.jpg", "field": ""}"#
      let draft =
        #"{"key": "\#(String(repeating: "1b", count: 16))", "template": "fall", "parts": {"=pictures": {"at": 1, "value": [\#(picture)]}}}"#
      #expect(try await lab.post("/reports/draft", ben, draft).status == 200)
      lab.files.sent.withLock { $0[user] = files }
      #expect(try await lab.post("/reports/attachment/\(Self.another)", ben, "nobody's").status == 200)
      #expect(lab.files.removed.withLock { $0 } == [files[1].sha256])
    }
  }
}
