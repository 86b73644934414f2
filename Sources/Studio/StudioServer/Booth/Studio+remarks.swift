import StudioModel
import WebSupport

/// What is wrong with the studio itself.
extension Studio {
  func remarks() async -> [BoothReport.Part] {
    var all: [BoothReport.Part] = []
    for feature in features { all += await feature.remarks() }
    return all
  }

  /// For who may do something about it, beside the booth of this machine; nothing where nothing is wrong.
  func remarks(_ context: StudioContext, _ principal: Principal, _ words: StudioWords) async -> HTML {
    guard context.otherBooth == nil, principal.may(.operateBooth) else { return .empty }
    let isOwn = accounts.keeps(principal.organisation)
    var all: [BoothReport.Part] = []
    for feature in features {
      all += isOwn ? await feature.remarks() : await feature.remarks(for: principal.organisation)
    }
    return all.isEmpty
      ? .empty
      : "<section class=\"remarks\" id=\"studio-remarks\"><h2>\(words[.thisStudio])</h2>\n\(parts(all, words))</section>\n"
  }
}
