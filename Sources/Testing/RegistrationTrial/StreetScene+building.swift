import Glibc
public import ImageRegistration

extension StreetScene {
  /// When a scene is seen.
  public enum Era: Sendable { case then, now }

  /// A street's end from a seed: house fronts at several depths with irregular windows, roofs, a tower, trees, ground.
  /// A century later the light is another, some fronts are dark where they were light, windows were changed, a house is
  /// gone and another stands there, trees have grown, and things stand about.
  /// - Parameters:
  ///   - repeated: one long front with the same window again and again, and nothing else.
  ///   - change: 0 to 1: how much the century took.
  ///   - flat: all houses stand in one line, 24 m away, so that one homography explains them wherever a camera stands.
  ///   - symmetric: the house in the middle is its own mirror image; what stands beside it is not.
  public init(
    seed: UInt64, era: Era, repeated: Bool = false, change: Double = 0.5, flat: Bool = false, symmetric: Bool = false
  ) {
    var plan = SeededNumbers(seed: seed &* 2)
    var later = SeededNumbers(seed: seed &* 2 &+ 1)
    let isNow = era == .now
    var walls: [Wall] = []
    if repeated {
      walls.append(Self.row(&plan, later: &later, isNow: isNow))
    } else {
      var x = -26.0
      while x < 26 {
        let width = plan.between(4, 8)
        let chosen = plan.below(5)
        let depth = flat ? 24 : [18.0, 21, 25, 30, 36][chosen]
        var own = SeededNumbers(seed: plan.next())
        var mine = SeededNumbers(seed: later.next())
        let isGone = isNow && mine.between(0, 1) < 0.25 * change
        if isGone { own = SeededNumbers(seed: mine.next()) }
        walls += Self.house(
          left: x, width: width, depth: depth, &own, later: &mine, isNow: isNow, change: change)
        x += width * plan.between(0.75, 1.1)
      }
      if symmetric {
        // In front of the others.
        var own = SeededNumbers(seed: seed &* 31 &+ 7)
        let half = own.between(6, 10)
        let right = Self.house(left: 0, width: half, depth: 17, &own, later: &later, isNow: isNow, change: change)
        walls += right + right.map(\.mirrored)
      }
      var tower = SeededNumbers(seed: plan.next())
      walls.append(Self.tower(at: plan.between(-9, 9), &tower))
      for _ in 0..<(isNow ? 3 : 2) {
        walls.append(Self.tree(at: plan.between(-12, 12), &plan, size: isNow ? 1 + 0.5 * change : 1))
      }
    }
    if isNow {
      for _ in 0..<Int((8 * change).rounded()) { walls.append(Self.thing(&later)) }
    } else {
      for _ in 0..<2 { walls.append(Self.thing(&plan)) }
    }
    self.walls = walls.sorted { $0.depth < $1.depth }
    var ground = Texture(width: 512, height: 512, light: Float(isNow ? 0.35 : 0.55))
    ground.blotch(&plan, size: 24, strength: 0.12)
    ground.blotch(&later, size: 5, strength: 0.05)
    self.ground = ground
    sky = isNow ? 0.78 : 0.9
  }

  /// Pixels for each metre at a depth: about what a picture 640 pixels wide shows.
  private static func density(_ depth: Double) -> Double { 700 / depth }

  private static func house(
    left: Double, width: Double, depth: Double, _ own: inout SeededNumbers, later: inout SeededNumbers, isNow: Bool,
    change: Double
  ) -> [Wall] {
    let height = own.between(6, 13)
    let dense = density(depth)
    var front = Texture(
      width: Int(width * dense), height: Int(height * dense), light: Float(own.between(0.35, 0.75)))
    front.blotch(&own, size: 30, strength: 0.06)
    let floors = 2 + own.below(3)
    let pane = own.between(0.08, 0.3)
    let frame = own.between(0.75, 0.95)
    for floor in 0..<floors {
      let level = (Double(floor) + own.between(0.2, 0.35)) / Double(floors)
      let tall = own.between(0.35, 0.55) / Double(floors)
      var x = own.between(0.04, 0.14)
      while x < 0.86 {
        let wide = own.between(0.08, 0.2)
        let isChanged = isNow && later.between(0, 1) < 0.3 * change
        let darkness = isChanged ? later.between(0.1, 0.8) : pane + own.between(-0.05, 0.05)
        front.paint(x - 0.02, level - 0.015, wide + 0.04, tall + 0.03, frame)
        front.paint(x, level, wide, tall, darkness)
        if own.below(2) == 0 { front.paint(x + wide / 2 - 0.006, level, 0.012, tall, frame) }
        if own.below(3) == 0 { front.paint(x - 0.03, level + tall, wide + 0.06, 0.02, 0.9) }
        x += wide + own.between(0.05, 0.16)
      }
      if own.below(2) == 0 { front.paint(0, Double(floor) / Double(floors), 1, 0.018, own.between(0.15, 0.95)) }
    }
    front.paint(own.between(0.1, 0.7), 0.84, own.between(0.12, 0.22), 0.16, own.between(0.05, 0.25))
    if isNow {
      // Another sun: the whole front is lighter or darker, some are painted dark with light windows.
      let gain = Float(later.between(0.6, 1.15))
      if later.between(0, 1) < 0.3 * change { front.reverse(around: 0.5) }
      for i in front.light.indices { front.light[i] = 0.1 + gain * (front.light[i] - 0.05) }
    }
    let bottom = Self.eyes
    var walls = [
      Wall(
        left: left, right: left + width, top: bottom - height, bottom: bottom, depth: depth, texture: front)
    ]
    let high = own.between(1.2, 3.5)
    var roof = Texture(width: Int(width * dense), height: Int(high * dense), light: Float(own.between(0.15, 0.4)))
    roof.blotch(&own, size: 6, strength: 0.08)
    let ridge = own.between(0, 0.45)
    for y in 0..<roof.height {
      let inset = ridge * (1 - Double(y) / Double(roof.height))
      for x in 0..<roof.width {
        let u = Double(x) / Double(roof.width)
        roof.isThere[y * roof.width + x] = u >= inset && u <= 1 - inset
      }
    }
    walls.append(
      Wall(
        left: left, right: left + width, top: bottom - height - high, bottom: bottom - height, depth: depth,
        texture: roof))
    if own.below(2) == 0 {
      let at = left + width * own.between(0.2, 0.7)
      let chimney = Texture(width: 20, height: 40, light: Float(own.between(0.2, 0.7)))
      walls.append(
        Wall(
          left: at, right: at + 0.7, top: bottom - height - high - 0.9, bottom: bottom - height - 0.4,
          depth: depth - 0.1, texture: chimney))
    }
    return walls
  }

  private static func tower(at x: Double, _ own: inout SeededNumbers) -> Wall {
    let depth = 44.0
    let width = own.between(3, 4.5)
    let height = own.between(19, 24)
    var texture = Texture(
      width: Int(width * density(depth)), height: Int(height * density(depth)), light: Float(own.between(0.4, 0.6)))
    texture.blotch(&own, size: 8, strength: 0.1)
    for level in [0.32, 0.5, 0.7] {
      texture.paint(own.between(0.2, 0.4), level, 0.3, own.between(0.05, 0.1), 0.1)
      texture.paint(0, level - 0.05, 1, 0.012, 0.85)
    }
    for y in 0..<(texture.height / 4) {
      let half = 0.5 * Double(y) / Double(texture.height / 4)
      for x in 0..<texture.width {
        let u = Double(x) / Double(texture.width)
        texture.isThere[y * texture.width + x] = abs(u - 0.5) <= half
        texture.light[y * texture.width + x] = 0.25
      }
    }
    return Wall(
      left: x, right: x + width, top: Self.eyes - height, bottom: Self.eyes, depth: depth, texture: texture)
  }

  private static func tree(at x: Double, _ own: inout SeededNumbers, size: Double) -> Wall {
    let depth = own.between(12, 17)
    let width = own.between(2, 3.5) * size
    let height = own.between(3.5, 6) * size
    var texture = Texture(
      width: Int(width * density(depth)), height: Int(height * density(depth)), light: Float(own.between(0.15, 0.3)))
    texture.blotch(&own, size: 5, strength: 0.12)
    let blobs = (0..<14).map { _ in
      SIMD3(own.between(0.2, 0.8), own.between(0.12, 0.55), own.between(0.1, 0.2))
    }
    for y in 0..<texture.height {
      for x in 0..<texture.width {
        let u = Double(x) / Double(texture.width)
        let v = Double(y) / Double(texture.height)
        let isLeaf = blobs.contains { ($0.x - u) * ($0.x - u) + ($0.y - v) * ($0.y - v) < $0.z * $0.z }
        texture.isThere[y * texture.width + x] = isLeaf || (abs(u - 0.5) < 0.04 && v > 0.4)
      }
    }
    return Wall(
      left: x, right: x + width, top: Self.eyes - height, bottom: Self.eyes, depth: depth, texture: texture)
  }

  /// A cart, a car, a sign, a person: something in the way.
  private static func thing(_ own: inout SeededNumbers) -> Wall {
    let depth = own.between(9, 16)
    let width = own.between(0.5, 2.2)
    let height = own.between(0.8, 1.8)
    let left = own.between(-8, 8)
    var texture = Texture(
      width: Int(width * density(depth)), height: Int(height * density(depth)), light: Float(own.between(0.1, 0.9)))
    for _ in 0..<4 {
      texture.paint(
        own.between(0, 0.7), own.between(0, 0.7), own.between(0.1, 0.5), own.between(0.1, 0.4), own.between(0, 1))
    }
    return Wall(
      left: left, right: left + width, top: Self.eyes - height, bottom: Self.eyes, depth: depth, texture: texture)
  }

  /// One long front whose windows are all alike.
  private static func row(_ plan: inout SeededNumbers, later: inout SeededNumbers, isNow: Bool) -> Wall {
    let depth = 22.0
    let (width, height) = (90.0, 60.0)
    let wide = plan.between(1.6, 2.6)
    let tall = plan.between(2.2, 3.4)
    var texture = Texture(width: Int(width * density(depth)), height: Int(height * density(depth)), light: 0.6)
    for row in 0..<Int(height / tall) {
      for column in 0..<Int(width / wide) {
        let x = Double(column) * wide / width
        let y = Double(row) * tall / height
        texture.paint(x + 0.22 * wide / width, y + 0.2 * tall / height, 0.56 * wide / width, 0.6 * tall / height, 0.9)
        texture.paint(x + 0.28 * wide / width, y + 0.25 * tall / height, 0.44 * wide / width, 0.5 * tall / height, 0.15)
      }
    }
    if isNow { for i in texture.light.indices { texture.light[i] = 0.1 + 0.8 * texture.light[i] } }
    texture.blotch(&later, size: 40, strength: 0.03)
    return Wall(
      left: -width / 2, right: width / 2, top: Self.eyes - height, bottom: Self.eyes, depth: depth, texture: texture)
  }
}

extension GreyPicture {
  /// As a print a century old: soft, grainy, faded, darker towards its corners, with stains and a scratch.
  public func aged(seed: UInt64) -> GreyPicture {
    var numbers = SeededNumbers(seed: seed ^ 0x5EED)
    var picture = FloatPicture(self).blurred(sigma: numbers.between(0.8, 1.4))
    let stains = (0..<5).map { _ in
      (
        x: numbers.between(0, Double(width)), y: numbers.between(0, Double(height)),
        radius: numbers.between(0.02, 0.08) * Double(width), depth: Float(numbers.between(-0.2, 0.15))
      )
    }
    let scratch = numbers.between(0.1, 0.9) * Double(width)
    let fade = Float(numbers.between(0.55, 0.8))
    let lift = Float(numbers.between(0.1, 0.25))
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        var value = picture.values[i]
        value = lift + fade * Float(pow(Double(max(0, value)), 0.9))
        for stain in stains {
          let (dx, dy) = (Double(x) - stain.x, Double(y) - stain.y)
          let far = (dx * dx + dy * dy).squareRoot() / stain.radius
          if far < 1 { value += stain.depth * Float(1 - far * far) }
        }
        if abs(Double(x) - scratch - 0.02 * Double(y)) < 0.7 { value = 0.9 }
        let (u, v) = (Double(x) / Double(width) - 0.5, Double(y) / Double(height) - 0.5)
        value *= Float(1 - 0.5 * (u * u + v * v))
        // Four even numbers summed are nearly normal.
        let grain = (0..<4).reduce(0.0) { sum, _ in sum + numbers.between(-0.5, 0.5) }
        picture.values[i] = value + 0.035 * Float(grain)
      }
    }
    return picture.grey
  }
}
