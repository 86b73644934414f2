/// Firestore's JSON of writes (`google.firestore.v1.Write`), both ways.
extension DocumentJSONCoding {
  /// `Write`, as a commit and an outbox have it.
  public func json(_ write: DocumentWrite) -> DocumentJSON {
    var members: [(String, DocumentJSON)] = []
    switch write.action {
    case .delete: members.append(("delete", .string(name(of: write.path))))
    case .set(let fields): members.append(("update", document(write.path, fields)))
    case .merge(let fields, naming: let names):
      var named = DocumentFields()
      for name in names { if let value = fields[name] { named.put(value, at: name) } }
      members.append(("update", document(write.path, named)))
      let paths = names.map { DocumentJSON.string($0.description) }
      members.append(("updateMask", .members(paths.isEmpty ? [] : [("fieldPaths", .array(paths))])))
    }
    if !write.serverTimes.isEmpty {
      let transforms = write.serverTimes.map {
        DocumentJSON.members([
          ("fieldPath", .string($0.description)), ("setToServerValue", .string("REQUEST_TIME")),
        ])
      }
      members.append(("updateTransforms", .array(transforms)))
    }
    switch write.precondition {
    case .none: break
    case .exists: members.append(("currentDocument", .members([("exists", .bool(true))])))
    case .doesNotExist: members.append(("currentDocument", .members([("exists", .bool(false))])))
    case .updateTime(let time):
      members.append(("currentDocument", .members([("updateTime", .string(time.description))])))
    }
    return .members(members)
  }

  private func document(_ path: DocumentPath, _ fields: DocumentFields) -> DocumentJSON {
    .members([("name", .string(name(of: path))), ("fields", json(fields))])
  }

  /// The reverse of ``json(_:)-(DocumentWrite)``.
  /// - Throws: ``DocumentValueFault``.
  public func write(_ json: DocumentJSON) throws(DocumentValueFault) -> DocumentWrite {
    let precondition = try precondition(json["currentDocument"])
    if let name = json["delete"]?.text { return .delete(try path(name: name), if: precondition) }
    guard let update = json["update"], let name = update["name"]?.text else {
      throw DocumentValueFault("a write deletes or updates")
    }
    let content = try fields(update["fields"] ?? .object([]))
    var action = DocumentWrite.Action.set(content)
    if let mask = json["updateMask"] { action = .merge(content, naming: try names(mask["fieldPaths"]?.elements ?? [])) }
    let transforms = (json["updateTransforms"]?.elements ?? []).map { $0["fieldPath"] ?? .null }
    return DocumentWrite(try path(name: name), action, if: precondition, serverTimes: try names(transforms))
  }

  private func names(_ json: [DocumentJSON]) throws(DocumentValueFault) -> [DocumentFieldPath] {
    var names: [DocumentFieldPath] = []
    for element in json {
      guard let name = element.text.flatMap({ DocumentFieldPath(text: $0) }) else {
        throw DocumentValueFault("a field's path is none")
      }
      names.append(name)
    }
    return names
  }

  private func precondition(_ json: DocumentJSON?) throws(DocumentValueFault) -> DocumentWrite.Precondition {
    guard let json else { return .none }
    if let time = json["updateTime"]?.text.flatMap({ DocumentTimestamp($0) }) { return .updateTime(time) }
    switch json["exists"] {
    case .bool(let exists): return exists ? .exists : .doesNotExist
    case .null, .number, .string, .array, .object, nil:
      throw DocumentValueFault("a precondition is about being there, or about a time")
    }
  }
}
