import PhotoCatalogs
import Testing

@Suite struct TagTests {
  private static let a = "md5#aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

  private func master(_ text: String) -> (TagMaster, [SkippedRow: Int]) {
    var skipped: [SkippedRow: Int] = [:]
    let master = TagMaster.read(Array(text.utf8), skipped: &skipped)
    return (master, skipped)
  }

  private func changes(_ text: String) -> ([TagChange], [SkippedRow: Int]) {
    var skipped: [SkippedRow: Int] = [:]
    let changes = TagChange.read(Array(text.utf8), skipped: &skipped)
    return (changes, skipped)
  }

  @Test func `tags are written as they are read`() {
    let text = "apl#9F8A/L0/001,7,12\nicl#AZ+x/=,1:2:3,11\n\(Self.a),1:4:5,1700000000\n"
    let (tags, skipped) = master(text)
    #expect(skipped.isEmpty)
    #expect(String(decoding: tags.bytes, as: UTF8.self) == text)
    #expect(tags.rows[TaggedID(Self.a)!]?.colors == [.red, .green, .blue])
  }

  @Test func `rows that are none are left out, colours that nobody knows, too`() {
    let (tags, skipped) = master(
      "id,flags,time\n\(Self.a),0:1:9:x,5\n\(Self.a),2,4\nmd5#short,1,5\nxyz#a,1,5\n\(Self.a),1\nicl#b,1,late\nicl#c,,5\n"
    )
    #expect(tags.rows == [TaggedID(Self.a)!: TagMaster.Row(colors: [.red], changed: 5)])
    #expect(skipped == [.badHash: 2, .tooFewColumns: 1, .badNumber: 1])
  }

  @Test func `changes of many devices come together in the order of time, once or twice`() {
    var (tags, _) = master("\(Self.a),1:2,100\n")
    let (first, _) = changes("-,\(Self.a),1,150,phone\n+,icl#x,3,160,phone\n")
    let (second, skipped) = changes("+,\(Self.a),1,140,tablet\n-,\(Self.a),2,170,tablet\n+,\(Self.a),7,90,tablet\n")
    #expect(skipped.isEmpty)
    tags.merge(first + second)
    let text = "icl#x,3,160\n\(Self.a),7,170\n"
    #expect(String(decoding: tags.bytes, as: UTF8.self) == text)
    tags.merge(second + first)
    #expect(String(decoding: tags.bytes, as: UTF8.self) == text)
    // Without a colour there is no row.
    tags.merge(changes("-,icl#x,3,200,a\n-,\(Self.a),7,200,a\n").0)
    #expect(tags.bytes.isEmpty)
  }

  @Test func `a change is written as it is read, and one that is none is left out`() {
    let (read, skipped) = changes(
      "+,\(Self.a),4,1700000000,Anna's phone\n*,\(Self.a),4,1,d\n+,\(Self.a),8,1,d\n+,\(Self.a),4,soon,d\n+,a\n\u{0},,,,\n"
    )
    #expect(read.map(\.line) == ["+,\(Self.a),4,1700000000,Anna's phone\n"])
    #expect(skipped == [.badHash: 1, .badNumber: 2, .tooFewColumns: 1, .notText: 1])
    let named = TagChange(isAdded: false, id: TaggedID(Self.a)!, color: .gray, time: 3, device: "a,b\nc")
    #expect(named.line == "-,\(Self.a),7,3,abc\n")
    #expect(TaggedID("icl#a,b") == nil && TaggedID("icl#") == nil && TaggedID("md5") == nil)
  }
}
