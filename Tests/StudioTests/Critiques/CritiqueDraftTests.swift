import Documents
import StudioModel
import Testing

@testable import Training

@Suite struct CritiqueDraftTests {
  private static func person(_ standing: Standing, endedAt: Double? = nil) -> Person {
    Person(
      id: UserID("p"), organisation: OrganisationID("o"), name: "p", displayName: "P", standing: standing, createdAt: 0,
      endedAt: endedAt)
  }

  @Test func `a draft says what it lacks, one thing at a time`() {
    let ben = Self.person(.photographer)
    #expect(CritiqueDraft.complaint(pictures: 0, photographer: ben, notes: "x") == .noPictures)
    #expect(CritiqueDraft.complaint(pictures: 7, photographer: ben, notes: "x") == .tooManyPictures)
    #expect(CritiqueDraft.complaint(pictures: 1, photographer: nil, notes: "x") == .noPhotographer)
    #expect(
      CritiqueDraft.complaint(pictures: 1, photographer: Self.person(.photographer, endedAt: 1), notes: "x")
        == .noPhotographer)
    #expect(CritiqueDraft.complaint(pictures: 1, photographer: ben, notes: " \n ") == .noNotes)
    #expect(
      CritiqueDraft.complaint(pictures: 1, photographer: ben, notes: String(repeating: "x", count: 5001))
        == .notesTooLong)
    #expect(CritiqueDraft.complaint(pictures: 6, photographer: ben, notes: "x") == nil)
  }

  @Test func `photographers are who the apps say they are`() {
    let people = [
      Self.person(.photographer), Self.person(Standing(.manager)),
      Self.person(Standing(.manager, isPhotographer: true)),
      Self.person(.photographer, endedAt: 5), Self.person(Standing(.employee)),
    ]
    #expect(CritiqueDraft.photographers(of: people).map(\.standing) == [people[0].standing, people[2].standing])
  }

  @Test func `notes are tidied, paragraphs stay`() {
    #expect(CritiqueDraft.tidied("\r\n  \r\nOne  \r\n\r\nTwo\u{2028}Three\n\n") == "One\n\nTwo\nThree")
    #expect(CritiqueDraft.tidied(" \n") == "")
  }

  @Test func `marks lie on the picture, and are read back`() throws {
    let points = [CritiqueMark.Point(x: 0, y: 1)!, CritiqueMark.Point(x: 0.5, y: 0.25)!]
    for mark in [
      CritiqueMark(.pen, points), CritiqueMark(.arrow, points), CritiqueMark(.rectangle, points, colour: "#ffff00"),
      CritiqueMark(.pin, [points[0]], note: "<b>here</b>"),
    ] {
      let mark = try #require(mark)
      #expect(CritiqueMark(mark.value) == mark)
    }
    #expect(CritiqueMark.Point(x: 1.01, y: 0) == nil && CritiqueMark.Point(x: .nan, y: 0) == nil)
    #expect(CritiqueMark(.pin, points) == nil && CritiqueMark(.arrow, [points[0]]) == nil)
    #expect(CritiqueMark(.pen, points, colour: "red") == nil)
    #expect(CritiqueMark(.pin, [points[0]], note: String(repeating: "x", count: 501)) == nil)
    let broken: [DocumentValue] = [
      "x", [:], ["shape": "star", "points": [0, 0, 1, 1]], ["shape": "arrow", "points": [0, 0, 1]],
      ["shape": "arrow", "points": [0, 0, 1, 2]], ["shape": "arrow", "points": "0 0 1 1"],
    ]
    for value in broken { #expect(CritiqueMark(value) == nil, "\(value)") }
  }

  @Test func `ids are those that Firestore makes`() {
    #expect(CritiqueDraft.isID("abcDEF0123456789wxyz"))
    for text in ["", "short", "abcDEF0123456789wxy/", "abcDEF0123456789wxyzz", "../../../../../../et"] {
      #expect(!CritiqueDraft.isID(text), "\(text)")
    }
  }
}
