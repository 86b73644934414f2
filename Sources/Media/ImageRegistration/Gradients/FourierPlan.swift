import Glibc

/// Fourier transforms along one side of a table, of all its columns at once, in lengths of 2^a·3^b·5^c (Stockham's
/// ordering). Real and imaginary parts lie in tables of their own, row by row; the number of columns is a multiple of 8.
struct FourierPlan: Sendable {
  let count: Int
  private let passes: [Pass]

  private struct Pass {
    var radix: Int
    /// How many butterflies have the same twiddle factors, without the columns.
    var stride: Int
    /// Radix − 1 factors for each butterfly: cosines and sines.
    var cosines: [Float]
    var sines: [Float]
  }

  /// The next length that is a product of 2, 3 and 5, and a multiple of 8.
  static func length(atLeast count: Int) -> Int {
    var length = max(8, (count + 7) / 8 * 8)
    while true {
      var rest = length
      for prime in [2, 3, 5] { while rest % prime == 0 { rest /= prime } }
      if rest == 1 { return length }
      length += 8
    }
  }

  /// Stops the program where the length has other factors than 2, 3 and 5.
  init(count: Int) {
    self.count = count
    var rest = count
    var stride = 1
    var passes: [Pass] = []
    while rest > 1 {
      let radix = [4, 5, 3, 2].first { rest % $0 == 0 }
      guard let radix else { preconditionFailure("a length of 2, 3 and 5, not \(count)") }
      var pass = Pass(radix: radix, stride: stride, cosines: [], sines: [])
      for p in 0..<(rest / radix) {
        for j in 1..<radix {
          let angle = -2 * Double.pi * Double(p * j % rest) / Double(rest)
          pass.cosines.append(Float(cos(angle)))
          pass.sines.append(Float(sin(angle)))
        }
      }
      passes.append(pass)
      rest /= radix
      stride *= radix
    }
    self.passes = passes
  }

  /// Transforms in place; `spare` is as large. For the way back, exchange the real and the imaginary parts, and divide by
  /// `count`.
  func run(
    _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>, _ spareRe: UnsafeMutablePointer<Float>,
    _ spareIm: UnsafeMutablePointer<Float>, columns: Int
  ) {
    var from = (re, im)
    var to = (spareRe, spareIm)
    for pass in passes {
      let span = pass.stride * columns
      let m = count / pass.stride / pass.radix
      for p in 0..<m {
        let factors = p * (pass.radix - 1)
        let input = p * span
        let apart = m * span
        let output = p * pass.radix * span
        pass.cosines.withUnsafeBufferPointer { c in
          pass.sines.withUnsafeBufferPointer { s in
            let w = Twiddles(c: c.baseAddress! + factors, s: s.baseAddress! + factors)
            switch pass.radix {
            case 2: Self.two(from, to, input, apart, output, span, w)
            case 3: Self.three(from, to, input, apart, output, span, w)
            case 4: Self.four(from, to, input, apart, output, span, w)
            default: Self.five(from, to, input, apart, output, span, w)
            }
          }
        }
      }
      swap(&from, &to)
    }
    if passes.count % 2 == 1 {
      re.update(from: spareRe, count: count * columns)
      im.update(from: spareIm, count: count * columns)
    }
  }
}

extension FourierPlan {
  private typealias V = SIMD8<Float>
  typealias Parts = (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  struct Twiddles {
    var c: UnsafePointer<Float>
    var s: UnsafePointer<Float>
  }

  private struct Complex {
    var re: V
    var im: V

    @inline(__always) init(_ re: V, _ im: V) {
      self.re = re
      self.im = im
    }

    @inline(__always) init(_ parts: Parts, _ at: Int) {
      re = UnsafeRawPointer(parts.0 + at).loadUnaligned(as: V.self)
      im = UnsafeRawPointer(parts.1 + at).loadUnaligned(as: V.self)
    }

    @inline(__always) func store(_ parts: Parts, _ at: Int) {
      UnsafeMutableRawPointer(parts.0 + at).storeBytes(of: re, as: V.self)
      UnsafeMutableRawPointer(parts.1 + at).storeBytes(of: im, as: V.self)
    }

    @inline(__always) static func + (a: Complex, b: Complex) -> Complex { Complex(a.re + b.re, a.im + b.im) }
    @inline(__always) static func - (a: Complex, b: Complex) -> Complex { Complex(a.re - b.re, a.im - b.im) }
    @inline(__always) static func * (a: Float, b: Complex) -> Complex { Complex(a * b.re, a * b.im) }
    /// Times −i.
    @inline(__always) var turned: Complex { Complex(im, -re) }
    @inline(__always) func times(_ w: Twiddles, _ k: Int) -> Complex {
      let c = w.c[k]
      let s = w.s[k]
      return Complex(c * re - s * im, c * im + s * re)
    }
  }

  private static func two(
    _ x: Parts, _ y: Parts, _ input: Int, _ apart: Int, _ output: Int, _ span: Int, _ w: Twiddles
  ) {
    for q in stride(from: 0, to: span, by: 8) {
      let a = Complex(x, input + q)
      let b = Complex(x, input + apart + q)
      (a + b).store(y, output + q)
      (a - b).times(w, 0).store(y, output + span + q)
    }
  }

  private static func three(
    _ x: Parts, _ y: Parts, _ input: Int, _ apart: Int, _ output: Int, _ span: Int, _ w: Twiddles
  ) {
    let high: Float = 0.866_025_4
    for q in stride(from: 0, to: span, by: 8) {
      let a = Complex(x, input + q)
      let b = Complex(x, input + apart + q)
      let c = Complex(x, input + 2 * apart + q)
      let sum = b + c
      let middle = a - 0.5 * sum
      let side = (high * (b - c)).turned
      (a + sum).store(y, output + q)
      (middle + side).times(w, 0).store(y, output + span + q)
      (middle - side).times(w, 1).store(y, output + 2 * span + q)
    }
  }

  private static func four(
    _ x: Parts, _ y: Parts, _ input: Int, _ apart: Int, _ output: Int, _ span: Int, _ w: Twiddles
  ) {
    for q in stride(from: 0, to: span, by: 8) {
      let a = Complex(x, input + q)
      let b = Complex(x, input + apart + q)
      let c = Complex(x, input + 2 * apart + q)
      let d = Complex(x, input + 3 * apart + q)
      let even = a + c
      let odd = b + d
      let half = a - c
      let side = (b - d).turned
      (even + odd).store(y, output + q)
      (half + side).times(w, 0).store(y, output + span + q)
      (even - odd).times(w, 1).store(y, output + 2 * span + q)
      (half - side).times(w, 2).store(y, output + 3 * span + q)
    }
  }

  private static func five(
    _ x: Parts, _ y: Parts, _ input: Int, _ apart: Int, _ output: Int, _ span: Int, _ w: Twiddles
  ) {
    let c1: Float = 0.309_017
    let c2: Float = -0.809_017
    let s1: Float = 0.951_056_5
    let s2: Float = 0.587_785_25
    for q in stride(from: 0, to: span, by: 8) {
      let a = Complex(x, input + q)
      let b = Complex(x, input + apart + q)
      let c = Complex(x, input + 2 * apart + q)
      let d = Complex(x, input + 3 * apart + q)
      let e = Complex(x, input + 4 * apart + q)
      let outer = b + e
      let inner = c + d
      let u = b - e
      let v = c - d
      let first = a + (c1 * outer + c2 * inner)
      let second = a + (c2 * outer + c1 * inner)
      let firstSide = (s1 * u + s2 * v).turned
      let secondSide = (s2 * u - s1 * v).turned
      (a + outer + inner).store(y, output + q)
      (first + firstSide).times(w, 0).store(y, output + span + q)
      (second + secondSide).times(w, 1).store(y, output + 2 * span + q)
      (second - secondSide).times(w, 2).store(y, output + 3 * span + q)
      (first - firstSide).times(w, 3).store(y, output + 4 * span + q)
    }
  }
}
