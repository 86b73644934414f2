import Testing

@testable import ControlSocket

@Suite struct LineBufferTests {
  private func line(_ text: String) -> LineBuffer.Result { .line(Array(text.utf8)) }

  @Test func `lines come out whole, however the bytes come in`() {
    let text = Array("one\ntwo\r\n\n\r\nthree\nfour".utf8)
    for size in 1...text.count {
      var buffer = LineBuffer(limit: 10)
      var lines: [LineBuffer.Result] = []
      for start in stride(from: 0, to: text.count, by: size) {
        buffer.append(text[start..<min(start + size, text.count)])
        while case .line(let bytes) = buffer.next() { lines.append(.line(bytes)) }
      }
      #expect(lines == [line("one"), line("two"), line("three")])
      #expect(buffer.next() == .incomplete)
    }
  }

  @Test func `a line may have as many bytes as the limit and no more`() {
    var buffer = LineBuffer(limit: 4)
    buffer.append(Array("four\r\nfour\nfive5\n".utf8))
    #expect(buffer.next() == line("four"))
    #expect(buffer.next() == line("four"))
    #expect(buffer.next() == .tooLong)
    var endless = LineBuffer(limit: 4)
    endless.append(Array("fours".utf8))
    #expect(endless.next() == .incomplete, "a line's end may still be \\r\\n")
    endless.append([0x73])
    #expect(endless.next() == .tooLong)
  }

  @Test func `a million empty lines cost no more than a million bytes`() {
    var buffer = LineBuffer(limit: 1 << 20)
    buffer.append(Array(repeating: 0x0A, count: 1 << 20))
    #expect(buffer.next() == .incomplete)
  }
}
