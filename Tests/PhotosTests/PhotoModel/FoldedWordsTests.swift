import PhotoModel
import Testing

/// What is one word for who searches, and what is not.
@Suite struct FoldedWordsTests {
  @Test(arguments: [
    ["Café", "Cafe\u{301}", "CAFÉ", "cafe"], ["straße", "STRASSE", "STRAẞE"],
    ["İstanbul", "ıstanbul", "istanbul", "I\u{307}stanbul"], ["Øresund", "oresund"],
    ["Łódź", "lodz", "Ło\u{301}dz\u{301}"],
    ["שָׁלוֹם", "שלום", "ש\u{5C1}\u{5B8}לו\u{5B9}ם"], ["أحمد", "احمد", "أَحْمَد", "أحـمد"], ["کیف", "كيف"],
    ["Ένας", "ενας", "ΕΝΑΣ"], ["Йод", "И\u{306}од", "йод"], ["がくせい", "か\u{3099}くせい"],
    ["한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"], ["ＣＡＦＥ", "cafe"], ["co\u{AD}op", "coop"],
    ["कि\u{200D}", "कि"], ["Việt Nam", "viet nam", "Vie\u{323}\u{302}t\u{A0}Nam"],
  ])
  func `ways to write a word are one`(_ ways: [String]) {
    let folded = Set(ways.map { Array(FoldedWords.of($0).utf8) })
    #expect(folded.count == 1, "\(ways)")
  }

  @Test(arguments: [
    ["かき", "がぎ"], ["कि", "कु", "क"], ["मल", "मेल"], ["กิน", "กัน", "กน"], ["ねこ", "ネコ"], ["ש", "ס"], ["cafe", "caff"],
    ["حمد", "احمد"],
  ])
  func `words of other letters stay others`(_ words: [String]) {
    #expect(Set(words.map { Array(FoldedWords.of($0).utf8) }).count == words.count, "\(words)")
  }

  @Test func `Korean is found while a syllable is typed`() {
    let word = FoldedWords.of("한국어")
    for typed in ["ㅎ", "하", "한", "한ㄱ", "한구", "한국ㅇ"] {
      #expect(word.utf8.starts(with: FoldedWords.of(typed).utf8), "\(typed)")
    }
    #expect(!word.utf8.starts(with: FoldedWords.of("ㄱ").utf8))
  }

  @Test func `folding once more changes nothing, of any letter`() {
    // Without Han, Hangul and what belongs to no script.
    let ranges: [ClosedRange<UInt32>] = [
      1...0x33FF, 0xA000...0xAC00, 0xF900...0xFFFF, 0x10400...0x104FF, 0x1E900...0x1E95F,
    ]
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = FoldedWords.of("x" + String(scalar))
      let twice = FoldedWords.of(once)
      if !twice.utf8.elementsEqual(once.utf8) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test func `a name that is no text keeps its bytes apart`() {
    let names: [[UInt8]] = [[0x61, 0xE9], [0x61, 0xE8]]
    #expect(Set(names.map { FoldedWords.of(NameBytes.text($0)) }).count == 2)
  }

  @Test func `digits of any script are those of plain numbers`() {
    for digits in ["٢٠٢٦", "۲۰۲۶", "२०२६", "২০২৬", "๒๐๒๖", "２０２６", "𝟐𝟎𝟐𝟔"] {
      #expect(FoldedWords.of("IMG_" + digits) == "img_2026", "\(digits)")
    }
    // Neither a half nor a two in a circle is a digit.
    #expect(FoldedWords.of("½②") == "½②")
  }

  @Test(arguments: [
    ("٢٠٢٦", "2026"), ("२०२६-०७", "2026-07"), ("٢٠٢٦-٠٧-١٤", "2026-07-14"), ("۲۰۲۳..۲۰۲۴-۰۳", "2023..2024-03"),
    ("\u{200F}٢٠٢٦\u{200F}", "2026"), ("2026−07", "2026-07"), ("IMG_٢٠", "img_20"), ("\"٢٠٢٦\"", "\"2026\""),
  ]) func `a search takes digits of any script for days and for words`(_ text: String, _ plain: String) {
    #expect(PhotoSearch(text) == PhotoSearch(plain) && PhotoSearch(text).mistakes.isEmpty)
    #expect(!PhotoSearch(text).isEmpty)
  }

  @Test func `a day that no calendar has is named as it was typed, and a year that stands alone, too`() {
    #expect(PhotoSearch("٢٠٢٦-١٣").mistakes == [PhotoSearchMistake(name: "٢٠٢٦-١٣", reason: .noDate)])
    #expect(PhotoSearch.years(in: "beach ٢٠٢٦") == ["٢٠٢٦"])
  }

  @Test func `sources are looked for by a field of theirs`() {
    let search = PhotoSearch("in:Été source:\"My Photos\" Beach in:")
    #expect(search.sources.count == 2 && search.sources == ["ete", "my photos"])
    #expect(search.words == ["beach"])
    #expect(search.mistakes.map(\.reason) == [.noValue])
    #expect(PhotoSearch("\u{301}").isEmpty)
  }
}
