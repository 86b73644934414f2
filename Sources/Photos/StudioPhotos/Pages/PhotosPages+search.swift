import BoothCore
import Documents
import PhotoLibrary
import PhotoModel
import StudioModel
import StudioServer
import WebSupport

extension SearchText {
  /// What can be written, with what it finds.
  static let examples: [(String, SearchText)] = [
    ("beach", .byWords), ("\"old town\"", .exactly), ("2024-07", .ofMonth), ("2023..2024-03", .fromTo),
    ("camera:nikon", .ofCamera), ("in:holidays", .ofSource), ("tag:red", .ofColour), ("star", .withStar),
    ("type:raw", .ofType),
    ("near:48.21,16.37,5", .nearPlace), ("box:46,9,49,17", .inBox), ("hidden", .ofHidden), ("broken", .ofBroken),
  ]
}

/// What is said of what a person looks for.
extension PhotosPages {
  /// What makes no sense, in the reader's language.
  func mistakeLines(_ search: PhotoSearch) -> [String] {
    search.mistakes.map { mistake in
      switch mistake.reason {
      case .noValue: searchWords.filled(.noValue, mistake.name)
      case .noDate: searchWords.filled(.noDate, mistake.name)
      case .noField:
        searchWords.filled(
          .noField, mistake.name, PhotoSearchField.allCases.map { $0.rawValue + ":" }.joined(separator: " "))
      case .noColour: searchWords.filled(.noColour, mistake.name, PhotoTags.names.joined(separator: " "))
      case .noFormat:
        searchWords.filled(.noFormat, mistake.name, PhotoFormatName.written.joined(separator: " "))
      case .noBox: searchWords.filled(.noBox, mistake.name)
      case .noPlace: searchWords.filled(.noPlace, mistake.name)
      case .openQuote: searchWords.filled(.openQuote, mistake.name)
      }
    }
  }

  /// What exists, for suggestions: of cameras, folders and formats the names and how many photos have them.
  func terms() async throws -> WebAnswer {
    _ = try shell.principal(context, may: .seePhotos)
    let terms = try await library.terms()
    func list(_ all: [PhotoTerms.Term]) -> JSONDocument {
      .array(all.map { .array([.shown($0.name), .integer($0.count)]) })
    }
    return .json(
      .members([
        "cameras": list(terms.cameras), "folders": list(terms.folders), "formats": list(terms.formats),
      ]))
  }

  /// The same on the page; nothing where nothing is wrong.
  var mistakes: HTML {
    let lines = mistakeLines(view.filter)
    guard !lines.isEmpty else { return .empty }
    return "<p class=\"notice bad\">\(searchWords[.leftOut]) \(lines.joined(separator: " "))</p>"
  }
}
