/// How coarsely a JPEG picture was encoded: the first number of its first quantization table. libjpeg's quality of 100 has
/// 1 there, 92 has 3, 70 has 10, 40 has 20. Nil for what has no such table.
public func firstQuantum(of jpeg: [UInt8]) -> Int? {
  var index = 2
  while index + 5 < jpeg.count, jpeg[index] == 0xFF {
    if jpeg[index + 1] == 0xDB { return Int(jpeg[index + 5]) }
    index += 2 + Int(jpeg[index + 2]) << 8 + Int(jpeg[index + 3])
  }
  return nil
}
