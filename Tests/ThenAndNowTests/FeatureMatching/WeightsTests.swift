import FoundationEssentials
import Testing

@testable import FeatureMatching
@testable import ImageRegistration

@Suite struct WeightsTests {
  let weights = TinyNetworks.weights(seed: 3)

  @Test func `a file holds what was written into it`() throws {
    #expect(try Weights(bytes: weights.bytes).tensors == weights.tensors)
  }

  @Test func `a file that is damaged anywhere is refused in words`() throws {
    let good = weights.bytes
    var seeded = Seeded(1)
    // Each byte of the header and of the beginning of the directory, and some of the rest.
    let places = Array(0..<80) + (0..<40).map { _ in Int((seeded.next() + 1) / 2 * Float(good.count - 1)) }
    for place in places {
      var bad = good
      bad[place] ^= 0x10
      let fault = #expect(throws: WeightsFault.self) { try Weights(bytes: bad) }
      #expect(fault?.description.isEmpty == false)
    }
    for count in [0, 1, 8, 47, 48, 49, 100, good.count / 2, good.count - 1] {
      #expect(throws: WeightsFault.self) { try Weights(bytes: Array(good.prefix(count))) }
    }
    #expect(throws: WeightsFault.self) { try Weights(bytes: good + [0]) }
  }

  @Test func `a file whose checksum is right is still not believed`() throws {
    func refused(_ change: (inout [String: Weights.Tensor]) -> Void) -> String {
      var changed = weights.tensors
      change(&changed)
      do throws(FeatureError) {
        _ = try LocalFeatureMatcher(Weights(tensors: changed))
        return ""
      } catch {
        return error.description
      }
    }
    let changes: [(String, (inout [String: Weights.Tensor]) -> Void)] = [
      ("xfeat.block3.1.bias is missing", { $0["xfeat.block3.1.bias"] = nil }),
      ("expected any × 19 × 3 × 3", { $0["xfeat.block3.1.weight"]?.shape = [6, 19, 9, 1] }),
      ("expected 18", { $0["lighterglue.transformers.1.cross_attn.to_v.bias"]?.shape = [17] }),
      ("expected 65", { $0["xfeat.keypoint_head.3.weight"] = $0["xfeat.heatmap_head.1.weight"] }),
    ]
    for (words, change) in changes {
      let found = refused(change)
      #expect(found.contains(words))
    }
    for name in weights.tensors.keys.sorted() {
      let words = refused { $0[name] = nil }
      #expect(words.contains("missing") && words.contains("Scripts/setup weights"), "\(name)")
    }
    for value in [Float.nan, .infinity] {
      var changed = weights.tensors
      changed["xfeat.block1.0.bias"]?.values[1] = value
      #expect(throws: WeightsFault.self) { try Weights(bytes: Weights(tensors: changed).bytes) }
    }
    // Sides whose product is more than any file has.
    var changed = weights.tensors
    changed["xfeat.block1.0.bias"]?.shape = [4096, 4096, 4096, 4096]
    #expect(throws: WeightsFault.self) { try Weights(bytes: Weights(tensors: changed).bytes) }
  }

  @Test func `where there is no file, words say what to do`() throws {
    let error = #expect(throws: FeatureError.self) { try Weights(path: "/nowhere/features.weights") }
    #expect(error?.description.contains("Scripts/setup weights") == true)
    #expect(error?.description.contains("/nowhere/features.weights") == true)
    let foreign = #expect(throws: FeatureError.self) { try Weights(path: "/proc/self/exe") }
    #expect(foreign?.description.contains("Scripts/setup weights") == true)
  }

  @Test func `the user's folder comes before the machine's`() {
    #expect(
      Weights.places(["HOME": "/home/anna"]).first == "/home/anna/.local/share/booth/features.weights")
    #expect(
      Weights.places(["HOME": "/home/anna", "XDG_DATA_HOME": "/data"]).first == "/data/booth/features.weights")
    #expect(Weights.places([:]).first == "/usr/local/share/booth/features.weights")
  }
}

/// The weights that Scripts/setup has installed on this machine, if any.
private let installed = Weights.places(ProcessInfo.processInfo.environment).first {
  FileManager.default.fileExists(atPath: $0)
}

@Suite(.enabled(if: installed != nil, "no weights of the learned features here: Scripts/setup weights fetches them"))
struct InstalledWeightsTests {
  @Test func `a picture is found in itself, moved and in another light`() throws {
    let matcher = try LocalFeatureMatcher(Weights(path: try #require(installed)))
    let old = Seeded(21).pictured(width: 320, height: 256)
    var new = old
    let (right, down) = (17, 9)
    for y in 0..<256 {
      for x in 0..<320 {
        let value = old.pixels[max(0, y - down) * 320 + max(0, x - right)]
        new.pixels[y * 320 + x] = 20 + value / 2
      }
    }
    let olds = try matcher.features(of: old, mask: nil, limit: 500)
    let news = try matcher.features(of: new, mask: nil, limit: 500)
    let matches = try matcher.matches(olds, news, least: 0.1)
    // What ONNX Runtime 1.32 finds with the same weights.
    let first: [SIMD2<Float>] = [[160, 100], [264, 221], [121, 74], [156, 198], [163, 171], [244, 155]]
    let described: [Float] = [0.31218803, -0.00513357, 0.03510332, 0.06480269]
    let apart = zip(olds.descriptors, described).map { abs($0 - $1) }.max() ?? 1
    #expect(Array(olds.points.prefix(6)) == first)
    #expect(apart < 1e-4)
    #expect(abs(matches.count - 192) <= 2)
    #expect(abs(matches.reduce(0) { $0 + $1.probability } - 181.856) < 1)
    let fitting = matches.count { match in
      let apart = match.new - match.old - SIMD2(Double(right), Double(down))
      return abs(apart.x) < 1.5 && abs(apart.y) < 1.5
    }
    #expect(Double(fitting) > Double(matches.count) * 0.9)
  }

  @Test func `every set of instructions finds the same`() throws {
    let weights = try Weights(path: try #require(installed))
    let picture = Seeded(33).pictured(width: 320, height: 256)
    var sets: [FeatureSet] = []
    for kernels in everyKernels {
      sets.append(try LocalFeatureMatcher(weights, kernels).features(of: picture, mask: nil, limit: 300))
    }
    for set in sets {
      let common = Set(set.points).intersection(sets[0].points).count
      #expect(common >= sets[0].points.count - 3, "but for points that are as good as each other")
    }
  }
}
