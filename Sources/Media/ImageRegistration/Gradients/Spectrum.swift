/// A table of complex numbers, and its way to its spectrum and back. The spectrum lies transposed, which does
/// not matter for multiplying spectra.
struct ComplexTable: Sendable {
  let width: Int
  let height: Int
  var re: [Float]
  var im: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    re = [Float](repeating: 0, count: width * height)
    im = re
  }

  /// For `correlation`: self times the conjugate of another, both spectra.
  func times(conjugateOf other: ComplexTable) -> ComplexTable {
    var result = self
    for i in re.indices {
      result.re[i] = re[i] * other.re[i] + im[i] * other.im[i]
      result.im[i] = im[i] * other.re[i] - re[i] * other.im[i]
    }
    return result
  }
}

/// The plans for tables of one size.
struct FourierTable: Sendable {
  let width: Int
  let height: Int
  private let across: FourierPlan
  private let down: FourierPlan

  /// For tables of at least this size.
  init(atLeastWidth width: Int, height: Int) {
    self.width = FourierPlan.length(atLeast: width)
    self.height = FourierPlan.length(atLeast: height)
    across = FourierPlan(count: self.width)
    down = FourierPlan(count: self.height)
  }

  func empty() -> ComplexTable { ComplexTable(width: width, height: height) }

  func forward(_ table: inout ComplexTable, spare: inout ComplexTable) {
    run(&table.re, &table.im, &spare.re, &spare.im, backward: false)
  }

  /// Without the division by the number of values.
  func backward(_ table: inout ComplexTable, spare: inout ComplexTable) {
    run(&table.im, &table.re, &spare.im, &spare.re, backward: true)
  }

  private func run(
    _ re: inout [Float], _ im: inout [Float], _ spareRe: inout [Float], _ spareIm: inout [Float], backward: Bool
  ) {
    re.withUnsafeMutableBufferPointer { re in
      im.withUnsafeMutableBufferPointer { im in
        spareRe.withUnsafeMutableBufferPointer { spareRe in
          spareIm.withUnsafeMutableBufferPointer { spareIm in
            let (a, b, c, d) = (re.baseAddress!, im.baseAddress!, spareRe.baseAddress!, spareIm.baseAddress!)
            let first = backward ? (across, height, width) : (down, width, height)
            let second = backward ? (down, width) : (across, height)
            first.0.run(a, b, c, d, columns: first.1)
            Self.transpose(a, c, rows: first.2, columns: first.1)
            Self.transpose(b, d, rows: first.2, columns: first.1)
            a.update(from: c, count: width * height)
            b.update(from: d, count: width * height)
            second.0.run(a, b, c, d, columns: second.1)
          }
        }
      }
    }
  }

  private static func transpose(
    _ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, rows: Int, columns: Int
  ) {
    for top in stride(from: 0, to: rows, by: 8) {
      for left in stride(from: 0, to: columns, by: 8) {
        for y in top..<(top + 8) {
          for x in left..<(left + 8) { to[x * rows + y] = from[y * columns + x] }
        }
      }
    }
  }
}
