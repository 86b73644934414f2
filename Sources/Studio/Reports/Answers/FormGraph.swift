/// What of a form depends on what: answers on whether they are asked, and that, and calculations, on answers. Made once, in time that
/// grows as the form does.
struct FormGraph {
  /// A field's answer, or whether it is shown.
  private enum Node: Hashable {
    case answer(String)
    case shown(String)
  }

  /// Fields that are shown when their own answer says so, by whatever way: they are always shown, as anything else would depend on
  /// who looks first. In their order.
  let endless: [String]
  /// Each expression of the form, read once.
  let expressions: [String: Result<Calculation, CalculationFault>]
  /// Fields that are made of more than ``deepest`` others that each wait for the next: they are worth nothing,
  /// whichever is asked for first.
  let tooDeep: Set<String>

  /// The most answers and conditions that each wait for the next.
  static let deepest = 60

  init(_ fields: [TemplateField]) {
    let known = Set(fields.map(\.id))
    var expressions: [String: Result<Calculation, CalculationFault>] = [:]
    func names(_ expression: String, apartFrom own: Set<String> = []) -> [Node] {
      // What cannot be read refers to nothing, and is told elsewhere.
      guard case .success(let calculation) = expressions.reading(expression) else { return [] }
      return Set(calculation.references.map(\.name)).filter { !own.contains($0) }.map { name in
        .answer(known.contains(name) ? name : String(name.prefix { $0 != "." }))
      }
    }
    var edges: [Node: [Node]] = [:]
    for field in fields {
      if let expression = field.showWhen {
        edges[.shown(field.id)] = names(expression)
        edges[.answer(field.id), default: []].append(.shown(field.id))
      }
      if let expression = field.expression { edges[.answer(field.id), default: []] += names(expression) }
      let own = Set(field.columns.map(\.id))
      for column in field.columns {
        if let expression = column.expression {
          edges[.answer(field.id), default: []] += names(expression, apartFrom: own)
        }
      }
    }
    let (circles, heights) = Self.order(edges)
    endless = fields.filter { $0.showWhen != nil && circles.contains(.shown($0.id)) }.map(\.id)
    tooDeep = Set(known.filter { id in heights[.answer(id)].map { $0 > Self.deepest } ?? false })
    self.expressions = expressions
  }

  /// Tarjan's strongly connected components (SIAM J. Comput. 1 (1972), 146–160), without recursion: a form may be a chain of any length.
  /// - Returns: what leads to itself; and of everything else how many wait for each other, itself among them.
  private static func order(_ edges: [Node: [Node]]) -> (circles: Set<Node>, heights: [Node: Int]) {
    var (circles, heights) = (Set<Node>(), [Node: Int]())
    var (index, low) = ([Node: Int](), [Node: Int]())
    var (stack, open) = ([Node](), Set<Node>())
    for root in edges.keys where index[root] == nil {
      var path: [(node: Node, next: Int)] = [(root, 0)]
      while let (node, next) = path.last {
        if next == 0 {
          (index[node], low[node]) = (index.count, index.count)
          stack.append(node)
          open.insert(node)
        }
        let targets = edges[node] ?? []
        if next < targets.count {
          path[path.count - 1].next += 1
          let target = targets[next]
          if index[target] == nil {
            path.append((target, 0))
          } else if open.contains(target) {
            low[node] = min(low[node] ?? 0, index[target] ?? 0)
          }
          continue
        }
        path.removeLast()
        if let before = path.last?.node { low[before] = min(low[before] ?? 0, low[node] ?? 0) }
        guard low[node] == index[node], let start = stack.lastIndex(of: node) else { continue }
        let part = Array(stack[start...])
        stack.removeSubrange(start...)
        open.subtract(part)
        if part.count > 1 || targets.contains(node) {
          // How deep it is shows when it is reckoned: the way ends where it comes back to itself.
          circles.formUnion(part)
          for one in part { heights[one] = 1 }
        } else {
          heights[node] = 1 + (targets.map { heights[$0] ?? 1 }.max() ?? 0)
        }
      }
    }
    return (circles, heights)
  }
}

extension [String: Result<Calculation, CalculationFault>] {
  /// An expression, read once.
  mutating func reading(_ expression: String) -> Result<Calculation, CalculationFault> {
    if let found = self[expression] { return found }
    let read: Result<Calculation, CalculationFault>
    do throws(CalculationFault) { read = .success(try Calculation(expression)) } catch { read = .failure(error) }
    self[expression] = read
    return read
  }
}
