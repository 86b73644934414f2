import Glibc

@testable import FeatureMatching
@testable import ImageRegistration

/// LighterGlue word by word, in double precision.
struct SlowLighterGlue {
  typealias Matrix = [[Double]]
  let weights: Weights

  func tensor(_ name: String) -> [Double] { (weights.tensors["lighterglue." + name]?.values ?? []).map(Double.init) }

  func linear(_ input: Matrix, _ name: String) -> Matrix {
    let (weight, bias) = (tensor(name + ".weight"), tensor(name + ".bias"))
    return input.map { row in
      bias.indices.map { output in row.indices.reduce(bias[output]) { $0 + row[$1] * weight[output * row.count + $1] } }
    }
  }

  func softmax(_ row: [Double]) -> [Double] {
    let most = row.max() ?? 0
    let total = row.reduce(0) { $0 + exp($1 - most) }
    return row.map { exp($0 - most) / total }
  }

  func product(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }

  func attend(_ queries: Matrix, _ keys: Matrix, _ values: Matrix) -> Matrix {
    queries.map { query in
      let shares = softmax(keys.map { product(query, $0) / Double(query.count).squareRoot() })
      return values[0].indices.map { column in shares.indices.reduce(0) { $0 + shares[$1] * values[$1][column] } }
    }
  }

  func mixed(_ state: Matrix, _ message: Matrix, _ name: String) -> Matrix {
    let (scale, shift) = (tensor(name + ".1.weight"), tensor(name + ".1.bias"))
    let hidden = linear(zip(state, message).map { $0 + $1 }, name + ".0").map { row -> [Double] in
      let mean = row.reduce(0, +) / Double(row.count)
      let variance = row.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(row.count)
      return row.indices.map { index in
        let x = (row[index] - mean) / (variance + 1e-5).squareRoot() * scale[index] + shift[index]
        return x / 2 * (1 + erf(x / 2.0.squareRoot()))
      }
    }
    return zip(state, linear(hidden, name + ".3")).map { zip($0, $1).map(+) }
  }

  /// (x0, x1, x2, x3) becomes (-x1, x0, -x3, x2) times the sine, and itself times the cosine.
  func turned(_ row: [Double], _ angles: [Double]) -> [Double] {
    row.indices.map { index in
      let other = index % 2 == 0 ? -row[index + 1] : row[index - 1]
      return row[index] * cos(angles[index / 2]) + other * sin(angles[index / 2])
    }
  }

  /// The probability of each pair.
  func probabilities(_ old: FeatureSet, _ new: FeatureSet) -> Matrix {
    let frequencies = tensor("posenc.Wr.weight")
    func angles(_ features: FeatureSet) -> Matrix {
      let unit = Double(max(features.width, features.height)) / 2
      return features.points.map { point in
        let x = (Double(point.x) - Double(features.width) / 2) / unit
        let y = (Double(point.y) - Double(features.height) / 2) / unit
        return (0..<frequencies.count / 2).map { x * frequencies[2 * $0] + y * frequencies[2 * $0 + 1] }
      }
    }
    func described(_ features: FeatureSet) -> Matrix {
      linear(
        features.points.indices.map { features.descriptors[($0 * 64)..<($0 * 64 + 64)].map(Double.init) }, "input_proj")
    }
    var states = [described(old), described(new)]
    let places = [angles(old), angles(new)]
    var block = 0
    while weights.tensors["lighterglue.transformers.\(block).self_attn.Wqkv.weight"] != nil {
      let own = "transformers.\(block).self_attn"
      let other = "transformers.\(block).cross_attn"
      for side in 0..<2 {
        let three = linear(states[side], own + ".Wqkv")
        func part(_ which: Int) -> Matrix {
          three.map { row in (0..<row.count / 3).map { row[$0 * 3 + which] } }
        }
        let queries = zip(part(0), places[side]).map(turned)
        let keys = zip(part(1), places[side]).map(turned)
        let message = linear(attend(queries, keys, part(2)), own + ".out_proj")
        states[side] = mixed(states[side], message, own + ".ffn")
      }
      let both = states.map { linear($0, other + ".to_qk") }
      let values = states.map { linear($0, other + ".to_v") }
      let messages = [attend(both[0], both[1], values[1]), attend(both[1], both[0], values[0])]
      for side in 0..<2 {
        states[side] = mixed(states[side], linear(messages[side], other + ".to_out"), other + ".ffn")
      }
      block += 1
    }
    let sides = states.map { linear($0, "assignment.final_proj") }
    let weight = states.map { linear($0, "assignment.matchability").map { 1 / (1 + exp(-$0[0])) } }
    let root = Double(sides[0][0].count).squareRoot()
    let scores = sides[0].map { a in sides[1].map { product(a, $0) / root } }
    let rows = scores.map(softmax)
    let columns = scores[0].indices.map { column in softmax(scores.map { $0[column] }) }
    return scores.indices.map { i in
      scores[i].indices.map { j in rows[i][j] * columns[j][i] * weight[0][i] * weight[1][j] }
    }
  }
}
