import Documents
import FoundationEssentials
import StudioModel
import Testing

@testable import Reports

/// Patterns and conditions of the table that the browser is held to as well.
@Suite struct FormTableTests {
  private static func table() throws -> DocumentJSON {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/forms.json")
    return try DocumentJSON(bytes: Array(try Data(contentsOf: file)))
  }

  @Test func `each text of the table is its pattern's, or not`() throws {
    var count = 0
    for one in try #require(try Self.table()["patterns"]?.elements) {
      let written = try #require(one["pattern"]?.text)
      let pattern = try FieldPattern(written)
      for text in try #require(one["texts"]?.elements) {
        let parts = try #require(text.elements)
        #expect(.bool(pattern.matches(parts[0].text ?? "")) == parts[1], "\(written) and \(parts[0].text ?? "")")
        count += 1
      }
    }
    #expect(count >= 100)
  }

  @Test func `each form of the table asks what it says, and is worth what it says`() throws {
    var count = 0
    for one in try #require(try Self.table()["forms"]?.elements) {
      let document: DocumentFields = [
        "name": "n", "organizationID": "o", "fields": DocumentValue(plain: one["fields"] ?? .null),
      ]
      let template = try #require(TemplateReading(document, id: "t").template)
      for example in try #require(one["cases"]?.elements) {
        let answers = try #require(example["answers"])
        let state = FormState(template, answers: DocumentFields(plain: answers))
        let shown = template.fields.map(\.id).filter { state.isShown($0) }
        #expect(shown == example["shown"]?.elements?.compactMap(\.text), "\(answers)")
        for worth in example["worth"]?.members ?? [] {
          var found: String
          do throws(CalculationFault) { found = try state.value(worth.name).told } catch { found = error.told }
          #expect(found == worth.value.text, "\(worth.name) of \(answers)")
        }
        count += 1
      }
    }
    #expect(count >= 38)
  }
}
