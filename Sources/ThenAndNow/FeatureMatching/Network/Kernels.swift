import CFeatures

/// The kernels of one set of instructions. From any thread.
struct Kernels: @unchecked Sendable {
  // Sendable: what it points to never changes.

  /// From the most common to the widest.
  enum Instructions: UInt32, CaseIterable {
    case baseline, avx2, avx512
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
  func reserve(_ wanted: Int) -> UnsafeMutablePointer<Float> {
    if wanted > count || count > 4 * wanted + 65_536 {
      start.deallocate()
      start = Self.allocate(wanted)
      count = wanted
    }
    return start
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
