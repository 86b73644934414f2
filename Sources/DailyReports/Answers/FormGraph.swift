/// What of a form depends on what: answers on whether they are asked, and that, and calculations, on answers.
struct FormGraph {
  /// A field's answer, or whether it is shown.
  private enum Node: Hashable {
    case answer(String)
    case shown(String)
  }

  /// Fields that are shown when their own answer says so, by whatever way: they are always shown, as anything else would depend on
  /// who looks first. In their order.
  let endless: [String]

  init(_ fields: [TemplateField]) {
    let conditional = fields.filter { $0.showWhen != nil }
    guard !conditional.isEmpty else {
      endless = []
      return
    }
    let known = Set(fields.map(\.id))
    func names(_ expression: String, apartFrom own: Set<String> = []) -> [Node] {
      // What cannot be read refers to nothing, and is told elsewhere.
      do throws(CalculationFault) {
        return try Calculation(expression).references.map(\.name).filter { !own.contains($0) }.map { name in
          let field = known.contains(name) ? name : String(name.prefix { $0 != "." })
          return .answer(field)
        }
      } catch { return [] }
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
    endless = conditional.map(\.id).filter { id in
      var (seen, open) = (Set<Node>(), edges[.shown(id)] ?? [])
      while let node = open.popLast() {
        if node == .shown(id) { return true }
        if seen.insert(node).inserted { open += edges[node] ?? [] }
      }
      return false
    }
  }
}
