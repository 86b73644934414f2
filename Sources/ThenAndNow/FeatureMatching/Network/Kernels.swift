import CFeatures

/// The kernels of one set of instructions. From any thread.
struct Kernels: @unchecked Sendable {
  // Sendable: what it points to never changes.

  /// From the most common to the widest.
  enum Instructions: UInt32, CaseIterable {
    case baseline, avx2, avx512, vnni
  }

  let pointer: OpaquePointer
  let instructions: Instructions

  /// Nil where the processor does not have them.
  init?(_ instructions: Instructions) {
    guard let pointer = cf_find(cf_level(instructions.rawValue)) else { return nil }
    self.pointer = pointer
    self.instructions = instructions
  }

  /// The widest that this processor has.
  static let best = Instructions.allCases.reversed().lazy.compactMap { Kernels($0) }.first ?? baseline

  private static var baseline: Kernels {
    guard let kernels = Kernels(.baseline) else { preconditionFailure("every processor has the baseline") }
    return kernels
  }
}

/// Numbers for kernels, kept from one call to the next. For one thread at a time.
final class Floats {
  private(set) var start: UnsafeMutablePointer<Float>
  private(set) var count: Int

  init(_ count: Int = 0) {
    self.count = count
    start = Self.allocate(count)
  }

  init(_ values: [Float]) {
    count = values.count
    start = Self.allocate(count)
    start.update(from: values, count: count)
  }

  deinit { start.deallocate() }

  /// At least so many numbers; what was in them before is lost where they were fewer, or far more.
  /// - Parameter keeps: also where they are far more.
  func reserve(_ wanted: Int, keeps: Bool = false) -> UnsafeMutablePointer<Float> {
    if wanted > count || (!keeps && count > 4 * wanted + 65_536) {
      start.deallocate()
      start = Self.allocate(wanted)
      count = wanted
    }
    return start
  }

  /// The same memory as whole numbers.
  var integers: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(start).assumingMemoryBound(to: Int32.self)
  }

  /// Zeros, aligned for every vector.
  private static func allocate(_ count: Int) -> UnsafeMutablePointer<Float> {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: max(count, 1) * 4, alignment: 64)
    return bytes.initializeMemory(as: Float.self, repeating: 0, count: count)
  }
}

/// The right side of a product, as the kernels read it, with what is added to each column.
final class PackedMatrix {
  let depth: Int
  let columns: Int
  private let packed: Floats
  private let bias: Floats?

  /// - Parameter element: the number at a depth and a column.
  init(_ kernels: Kernels, depth: Int, columns: Int, bias: [Float]?, element: (Int, Int) -> Float) {
    self.depth = depth
    self.columns = columns
    var plain: [Float] = []
    plain.reserveCapacity(depth * columns)
    for k in 0..<depth { for column in 0..<columns { plain.append(element(k, column)) } }
    packed = Floats(cf_packed_count(kernels.pointer, depth, columns))
    cf_pack(kernels.pointer, plain, columns, 1, depth, columns, packed.start)
    self.bias = bias.map { values in
      Floats(values + Array(repeating: 0, count: cf_bias_count(kernels.pointer, columns) - values.count))
    }
  }

  var start: UnsafePointer<Float> { UnsafePointer(packed.start) }
  var biasStart: UnsafePointer<Float>? { bias.map { UnsafePointer($0.start) } }

  /// `result = rows · self`, rows of `step` and `resultStep` numbers.
  func multiply(
    _ kernels: Kernels, _ left: UnsafePointer<Float>, step: Int, rows: Int, into result: UnsafeMutablePointer<Float>,
    step resultStep: Int, flags: Int = 0
  ) {
    var rows = cf_rows(
      values: left, count: rows, row_step: step, segments: 1, segment_step: 0, length: depth)
    cf_multiply(kernels.pointer, &rows, start, biasStart, columns, result, resultStep, Int32(flags))
  }
}

/// The right side of a product of whole numbers, with what is added to each column.
final class PackedWords {
  let depth: Int
  let columns: Int
  private let words, scales, sums: Floats
  private let bias: Floats
  private let bits: Int

  /// - Parameters:
  ///   - bits: of each number, 8 or 16.
  ///   - element: the number at a depth and a column, before it is scaled.
  init(_ kernels: Kernels, bits: Int, depth: Int, columns: Int, bias: [Float], element: (Int, Int) -> Float) {
    self.depth = depth
    self.columns = columns
    self.bits = bits
    var plain: [Float] = []
    plain.reserveCapacity(depth * columns)
    for k in 0..<depth { for column in 0..<columns { plain.append(element(k, column)) } }
    let padded = cf_bias_count(kernels.pointer, columns)
    words = Floats(cf_packed_words(kernels.pointer, Int32(bits), depth, columns))
    (scales, sums) = (Floats(padded), Floats(padded))
    self.bias = Floats(bias + Array(repeating: 0, count: padded - bias.count))
    withPacked { cf_pack_words(kernels.pointer, Int32(bits), plain, columns, 1, depth, columns, $0) }
  }

  var biasStart: UnsafePointer<Float> { UnsafePointer(bias.start) }

  func withPacked<Answer>(_ body: (UnsafePointer<cf_packed>) -> Answer) -> Answer {
    var packed = cf_packed(
      bits: Int32(bits), words: words.integers, scales: scales.start, sums: sums.integers)
    return body(&packed)
  }

  /// `result = rows · self`: rows of 16 bits.
  func multiply(
    _ kernels: Kernels, _ left: ShortRows, into result: UnsafeMutablePointer<Float>, step: Int, flags: Int = 0
  ) {
    precondition(bits == 16 && left.width == depth)
    let length = (depth + 1) / 2
    var rows = cf_words(
      values: UnsafePointer(left.numbers.integers), count: left.count, row_step: length, segments: 1, segment_step: 0,
      length: length, scales: left.scales.start, scale_step: 1, zero: 0)
    withPacked { cf_multiply_words(kernels.pointer, &rows, $0, biasStart, columns, result, step, Int32(flags)) }
  }
}

/// Rows scaled to whole numbers of 16 bits, kept until the next ones.
final class ShortRows {
  fileprivate let numbers = Floats()
  fileprivate let scales = Floats()
  private(set) var count = 0
  private(set) var width = 0

  func take(_ kernels: Kernels, _ source: UnsafePointer<Float>, step: Int, rows: Int, width: Int) {
    (count, self.width) = (rows, width)
    _ = numbers.reserve(rows * ((width + 1) / 2))
    let scales = scales.reserve(rows)
    let shorts = UnsafeMutableRawPointer(numbers.start).assumingMemoryBound(to: Int16.self)
    cf_to_shorts(kernels.pointer, source, step, rows, width, shorts, scales)
  }
}
