/// The mean of each of so many columns of a picture's upper edge, of one plane after the other.
struct EdgeMeans {
  private let columns: Int
  private var sums: [Int]
  private var samples: [Int]

  init(planes: Int, columns: Int) {
    self.columns = columns
    sums = [Int](repeating: 0, count: planes * columns)
    samples = sums
  }

  mutating func add(_ row: UnsafeBufferPointer<UInt8>, of plane: Int) {
    for column in 0..<columns {
      let own = (column * row.count + columns - 1) / columns..<((column + 1) * row.count + columns - 1) / columns
      var sum: UInt32 = 0
      for x in own { sum &+= UInt32(row[x]) }
      sums[plane * columns + column] += Int(sum)
      samples[plane * columns + column] += own.count
    }
  }

  /// Nil where a column has no sample.
  var values: [Int]? { samples.allSatisfy { $0 > 0 } ? zip(sums, samples).map { $0 / $1 } : nil }
}
