import BoothCore
import PhotolalaFormat
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

  private func words(_ files: String...) -> TagWords {
    var words = TagWords()
    for file in files { words.add(changes(file).0) }
    return words
  }

  @Test func `tags are written as they are read, with what nobody understands`() {
    let text = "apl#9F8A/L0/001,7,12\nicl#AZ+x/=,1:2:3,11\n\(Self.a),1:4:12,1700000000\nxyz#a,0:1,5"
    let (tags, skipped) = master(text + "\n")
    #expect(skipped.isEmpty)
    #expect(String(decoding: tags.bytes, as: UTF8.self) == text)
    #expect(tags.rows[Self.a].map { TagColors(flags: $0.flags).colors } == [.red, .green])
  }

  @Test func `rows that are none are left out, and the last of two counts`() {
    let (tags, skipped) = master(
      "id,flags,time\n\(Self.a),0:1:x,5\n\(Self.a),2,4\n,1,5\n\(Self.a),1\nicl#b,1,late\nicl#c,,5\n"
    )
    #expect(
      tags.rows == [
        Self.a: TagMaster.Row(flags: [2], changed: 4), "icl#b": TagMaster.Row(flags: [1], changed: 0),
      ])
    #expect(skipped == [.badHash: 1, .tooFewColumns: 1, .badNumber: 1])
  }

  @Test func `changes of many devices come together in the order of time, once or twice`() {
    var (tags, _) = master("\(Self.a),1:2,100\n")
    let phone = "-,\(Self.a),1,150,phone\n+,icl#x,3,160,phone\n"
    let tablet = "+,\(Self.a),1,140,tablet\n-,\(Self.a),2,170,tablet\n+,\(Self.a),7,90,tablet\n"
    tags.merge(words(phone, tablet))
    let text = "icl#x,3,160\n\(Self.a),7,170"
    #expect(String(decoding: tags.bytes, as: UTF8.self) == text)
    tags.merge(words(tablet, phone))
    #expect(String(decoding: tags.bytes, as: UTF8.self) == text)
    // Of one second: in one file the lower line, in two that it is on.
    tags.merge(words("+,icl#y,1,9,a\n-,icl#y,1,9,a\n", "-,icl#z,1,9,a\n", "+,icl#z,1,9,b\n"))
    #expect(tags.rows["icl#y"] == nil && tags.rows["icl#z"]?.flags == [1])
    // Without a colour there is no row.
    tags.merge(words("-,icl#x,3,200,a\n-,\(Self.a),7,200,a\n-,icl#z,1,10,a\n"))
    #expect(tags.bytes.isEmpty)
  }

  @Test func `a change is written as it is read, and one that is none is left out`() {
    let (read, skipped) = changes(
      "+,\(Self.a),4,1700000000,Anna's phone\n*,\(Self.a),4,1,d\n+,\(Self.a),x,1,d\n+,\(Self.a),4,soon,d\n+,a\n\u{0},,,,\n+,\(Self.a),4,17"
    )
    #expect(read.map(\.line) == ["+,\(Self.a),4,1700000000,Anna's phone\n"])
    #expect(skipped == [.badHash: 1, .badNumber: 2, .tooFewColumns: 2, .notText: 1])
    let named = TagChange(isAdded: false, id: Self.a, flag: 7, time: 3, device: "a,b\nc")
    #expect(named.line == "-,\(Self.a),7,3,abc\n")
    #expect(TaggedID("icl#a,b") == nil && TaggedID("icl#") == nil && TaggedID("md5") == nil)
  }

  @Test func `a folder speaks of a photo by any of its ids, and what we write is later than what it says`() throws {
    let upper = "md5#" + String(repeating: "A", count: 32)
    let state = TagState(
      master: master("\(upper),1:9,5\n").0, words: words("+,icl#x,2,9000,Mac\n-,\(Self.a),3,8000,Mac\n"))
    let ids = [try #require(TaggedID(Self.a)), try #require(TaggedID("icl#x"))]
    #expect(state.colors(of: ids) == [TagColors(.red), TagColors(.orange)])
    let changes = state.changes(
      of: ids, [TagColors(.red), TagColors(.orange), TagColors(.yellow)], to: TagColors(.yellow), now: 100, device: "b")
    #expect(
      changes.map(\.line) == ["-,\(upper),1,100,b\n", "-,icl#x,2,9001,b\n", "+,\(Self.a),3,8001,b\n"])
  }

  @Test func `whoever changed a colour since is heard, and both where both have`() {
    for theirs in 0..<4 {
      for ours in 0..<4 {
        for base in 0..<4 {
          let made = TagAgreement(
            theirs: TagColors(rawValue: theirs), ours: TagColors(rawValue: ours), base: TagColors(rawValue: base))
          for bit in [1, 2] {
            let (there, here, was) = (theirs & bit != 0, ours & bit != 0, base & bit != 0)
            #expect((made.agreed.rawValue & bit != 0) == (there != was ? there : here))
          }
          #expect(made.taken.isDisjoint(with: made.said))
          let again = TagAgreement(theirs: made.agreed, ours: made.agreed, base: made.agreed)
          #expect(again.taken.isEmpty && again.said.isEmpty && again.agreed == made.agreed)
        }
      }
    }
  }

  /// Files that anybody may have put there, from seeds: nothing ends the program, and what is read is written and read alike.
  @Test(arguments: 0..<40) func `whatever stands in files, they are read to their end`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      "+", "-", ",", ",", ",", "\n", "\r\n", ":", "md5#", Self.a, "icl#x", "1", "7", "999999999999999999999", "-1",
      "1e400",
      "nan", "inf", "\u{0}", "\u{FEFF}", "é", " ", "\t", String(repeating: "9", count: 5000), "1700000000", "dev",
    ]
    var bytes: [UInt8] = []
    for _ in 0..<400 {
      if Int.random(in: 0..<20, using: &random) == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      } else {
        bytes += pieces.randomElement(using: &random)!.utf8
      }
    }
    var skipped: [SkippedRow: Int] = [:]
    let changes = TagChange.read(bytes, skipped: &skipped)
    var again: [SkippedRow: Int] = [:]
    #expect(TagChange.read(changes.flatMap { Array($0.line.utf8) }, skipped: &again) == changes && again.isEmpty)
    var master = TagMaster.read(bytes, skipped: &skipped)
    #expect(TagMaster.read(master.bytes, skipped: &again) == master && again.isEmpty)
    var words = TagWords()
    words.add(changes)
    master.merge(words)
    let once = master
    master.merge(words)
    #expect(master == once)
    _ = TagState(master: master, words: words).ids
  }
}
