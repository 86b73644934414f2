import ArgumentParser
import BoothCore
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import Reports
import StudioModel
import StudioStore

extension ReportCommand {
  struct TemplateVersions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "versions", abstract: "List a form's versions, and what each changed.")
    @Argument(help: "The form's id.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      let (before, now) = try await ReportStore.tried {
        (
          try await TemplateStore(store.documents).history(id, of: store.organisation),
          try await store.templates.template(id, of: store.organisation)
        )
      }
      let all = before + [now].compactMap { $0 }
      guard !all.isEmpty else {
        throw CommandError("there is no form \(id) (booth report template list)", code: CommandError.usage)
      }
      var last: ReportTemplate?
      for template in all {
        say("version \(template.version): \(template.name), \(counted(template.fields.count, "field"))")
        if let last {
          let difference = TemplateDifference(from: last, to: template)
          for field in difference.added { say("  new: \(field.label)") }
          for field in difference.removed { say("  gone: \(field.label)") }
          for change in difference.changed {
            say("  \(change.field.label): other \(change.parts.map(\.rawValue).joined(separator: ", "))")
          }
        }
        last = template
      }
      if now == nil { say("deleted; reports and drafts of these versions go on") }
    }
  }

  struct DuplicateTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "duplicate", abstract: "Copy a form, to change the copy.")
    @Argument(help: "The form's id.") var id: String
    @OptionGroup var place: PlaceOptions

    func run() async throws {
      let store = try await ReportStore(place)
      defer { store.documents.close() }
      guard let template = TemplateReading(try await ReportStore.template(id, store)).template else {
        throw CommandError("the form \(id) cannot be read (booth report template show \(id))")
      }
      let copy = template.copy(id: UUID().uuidString, by: template.createdBy)
      let kept = try await ReportStore.changed { try await TemplateStore(store.documents).save(copy, base: nil) }
      say("\(kept.name), as \(kept.id)")
    }
  }
}

extension ReportStore {
  /// - Throws: ``CommandError`` in words.
  static func changed<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as TemplateStoreError {
      switch error {
      case .changed: throw CommandError("somebody has changed it meanwhile, or it is gone; try again")
      case .taken: throw CommandError("there is such a form already", code: CommandError.usage)
      case .store(let error): throw CommandError("\(advice: error)")
      }
    }
  }
}
