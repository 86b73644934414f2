import ArgumentParser
import BoothSystem
import CommandSupport
import Documents
import Reports
import StudioModel
import StudioStore

/// What is taken out of use, put back and deleted in the same way: forms, and the schools that reports lead to.
protocol KeptThing: Sendable {
  /// What the commands are called and say of themselves.
  static var retire: (name: String, abstract: String) { get }
  static var restoreAbstract: String { get }
  static var deleteAbstract: String { get }

  /// What it is called.
  /// - Throws: ``CommandError`` where there is none.
  static func name(_ id: String, _ store: ReportStore) async throws -> String
  static func setUsed(_ isUsed: Bool, _ id: String, _ store: ReportStore) async throws
  static func delete(_ id: String, _ store: ReportStore) async throws
  /// What is said when it is done.
  static func told(_ name: String, isUsed: Bool) -> String
}

/// A form.
enum KeptForm: KeptThing {
  static let retire = (name: "archive", abstract: "Archive a form. People who have started it can finish.")
  static let restoreAbstract = "Put an archived form into the list again."
  static let deleteAbstract = "Delete a form; its versions stay for the reports and drafts that are of them."

  static func name(_ id: String, _ store: ReportStore) async throws -> String {
    let document = try await ReportStore.template(id, store)
    return document.fields["name"]?.text.flatMap { $0.isBlank ? nil : $0 } ?? id
  }

  static func setUsed(_ isUsed: Bool, _ id: String, _ store: ReportStore) async throws {
    try await ReportStore.changed {
      try await TemplateStore(store.documents).setActive(isUsed, id, of: store.organisation)
    }
  }

  static func delete(_ id: String, _ store: ReportStore) async throws {
    try await ReportStore.changed { try await TemplateStore(store.documents).delete(id, of: store.organisation) }
  }

  static func told(_ name: String, isUsed: Bool) -> String { "\(name) is \(isUsed ? "in use" : "archived")" }
}

/// A school.
enum KeptSchool: KeptThing {
  static let retire = (name: "retire", abstract: "Stop offering a school. Reports that name it stay.")
  static let restoreAbstract = "Offer a retired school again."
  static let deleteAbstract = "Delete a school; reports keep its name."

  static func name(_ id: String, _ store: ReportStore) async throws -> String { try await store.school(id).name }

  static func setUsed(_ isUsed: Bool, _ id: String, _ store: ReportStore) async throws {
    try await write(store) { .update(try path(id), ["isActive": .boolean(isUsed)]) }
  }

  static func delete(_ id: String, _ store: ReportStore) async throws {
    try await write(store) { .delete(try path(id)) }
  }

  static func told(_ name: String, isUsed: Bool) -> String { "\(name) is \(isUsed ? "offered" : "no longer offered")" }

  private static func path(_ id: String) throws -> DocumentPath {
    try DocumentPath(DocumentCollection(ReportSchool.collection), id)
  }

  private static func write(_ store: ReportStore, _ write: () throws -> DocumentWrite) async throws {
    _ = try await ReportStore.tried { try await store.documents.commit([try write()]) }
  }
}

struct RetireCommand<Thing: KeptThing>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: Thing.retire.name, abstract: Thing.retire.abstract)
  }
  @Argument(help: "Its id, as `list` prints it.") var id: String
  @OptionGroup var place: PlaceOptions

  func run() async throws { try await setUsed(false, id, of: Thing.self, place) }
}

struct RestoreCommand<Thing: KeptThing>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "restore", abstract: Thing.restoreAbstract)
  }
  @Argument(help: "Its id, as `list` prints it.") var id: String
  @OptionGroup var place: PlaceOptions

  func run() async throws { try await setUsed(true, id, of: Thing.self, place) }
}

private func setUsed<Thing: KeptThing>(
  _ isUsed: Bool, _ id: String, of: Thing.Type, _ place: PlaceOptions
) async throws {
  let store = try await ReportStore(place)
  defer { store.documents.close() }
  let name = try await Thing.name(id, store)
  try await Thing.setUsed(isUsed, id, store)
  say("\(Thing.told(name, isUsed: isUsed))")
}

struct DeleteCommand<Thing: KeptThing>: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "delete", abstract: Thing.deleteAbstract)
  }
  @Argument(help: "Its id, as `list` prints it.") var id: String
  @Flag(help: "Really do it.") var yes = false
  @OptionGroup var place: PlaceOptions

  func run() async throws {
    let store = try await ReportStore(place)
    defer { store.documents.close() }
    let name = try await Thing.name(id, store)
    guard yes else { throw CommandError("this deletes \(name); say --yes", code: CommandError.usage) }
    try await Thing.delete(id, store)
    say("\(name) is deleted")
  }
}
