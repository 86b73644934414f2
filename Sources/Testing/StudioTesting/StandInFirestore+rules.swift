import Documents
import StudioModel
import Synchronization

/// What the existing apps' rules for Firestore say, written once more from their description, apart from the studio's own table.
extension StandInFirestore {
  /// Has them decide about everybody who has signed in as a member.
  public func setRules(_ isOn: Bool) { state.withLock { $0.hasRules = isOn } }

  private struct Asker {
    var id: String, organisation: String, role: String, isPhotographer: Bool

    init?(_ id: String, _ table: DocumentTable) {
      guard let fields = document("users/\(id)", table)?.fields, let organisation = fields["organizationID"]?.text
      else {
        return nil
      }
      self.id = id
      self.organisation = organisation
      role = fields["role"]?.text ?? ""
      isPhotographer = fields["isPhotographer"] == true
    }
  }

  private static func document(_ name: String, _ table: DocumentTable) -> StoredDocument? {
    do { return table[try DocumentPath(name)] } catch { return nil }
  }

  private static let names: [String: String] = [
    "photoCritiques": "organizationId", "critiqueFeedback": "organizationId", "dailyJobReports": "organizationID",
    "reportTemplates": "organizationID", "schools": "organizationID", "users": "organizationID",
  ]

  static func allows(
    _ verb: String, _ body: DocumentJSON, by owner: String, _ table: DocumentTable, _ coding: DocumentJSONCoding
  ) -> Bool {
    do {
      switch verb {
      case "batchGet":
        return try (body["documents"]?.elements ?? []).compactMap(\.text).allSatisfy { name in
          let path = try coding.path(name: name)
          return mayRead(path, table[path], Asker(owner, table), owner)
        }
      case "runQuery":
        // Rules are no filters: a query must ask for no more than it may see.
        guard let asker = Asker(owner, table), let query = body["structuredQuery"],
          let collection = query["from"]?.elements?.first?["collectionId"]?.text, let name = names[collection]
        else { return false }
        let text = String(decoding: (query["where"] ?? .null).bytes, as: UTF8.self)
        return collection == "critiqueFeedback"
          || text.contains("\"\(name)\"") && text.contains("\"\(asker.organisation)\"")
      case "commit":
        guard let asker = Asker(owner, table) else { return false }
        return try (body["writes"]?.elements ?? []).allSatisfy { json in
          let write = try write(json, coding)
          return mayWrite(write, table[write.path], asker)
        }
      default: return true
      }
    } catch { return true }
  }

  private static func mayRead(
    _ path: DocumentPath, _ found: StoredDocument?, _ asker: Asker?, _ owner: String
  ) -> Bool {
    guard let name = names[path.collection.segments[0]] else { return false }
    if path.collection.segments[0] == "users", path.id == owner { return true }
    guard let asker else { return false }
    return found.map { $0.fields[name]?.text == asker.organisation } ?? true
  }

  private static func mayWrite(_ write: DocumentWrite, _ found: StoredDocument?, _ asker: Asker) -> Bool {
    let collection = write.path.collection.segments[0]
    guard let name = names[collection] else { return false }
    let isAdmin = asker.role == "admin"
    let leads = isAdmin || asker.role == "manager"
    if let found, found.fields[name]?.text != asker.organisation { return false }
    var new: DocumentFields?
    switch write.action {
    case .delete: break
    case .set(let fields): new = fields
    case .merge(let fields, naming: _):
      new = found?.fields ?? DocumentFields()
      for field in fields { new?[field.name] = field.value }
    }
    if let new, new[name]?.text != asker.organisation { return false }
    switch (collection, found, new) {
    case ("photoCritiques", nil, let new?):
      return (asker.role == "manager" || asker.isPhotographer) && new["submitterId"]?.text == asker.id
    case ("photoCritiques", let found?, let new):
      let isOwn = found.fields["submitterId"]?.text == asker.id
      return (isOwn || isAdmin) && (new == nil || new?["submitterId"] == found.fields["submitterId"])
    case ("dailyJobReports", nil, _?): return true
    case ("dailyJobReports", let found?, _): return leads || found.fields["userId"]?.text == asker.id
    case ("reportTemplates", _, _?), ("schools", _, _): return leads
    case ("reportTemplates", _, nil): return isAdmin
    case ("critiqueFeedback", _, _): return true
    case ("users", _, _): return write.path.id == asker.id || isAdmin
    default: return false
    }
  }
}
