extension QRCode {
  /// The code in a terminal's block characters, two rows of modules in one of text, black on white whatever its colours
  /// (ECMA-48, SGR 30 and 47); with a border of two modules, which telephones read.
  public var terminalRows: [String] {
    let range = -2..<(side + 2)
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
      "\u{1b}[30;47m"
        + range.map { x in
          switch (isDark(x, y), isDark(x, y + 1)) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        }.joined() + "\u{1b}[0m"
    }
  }
}
