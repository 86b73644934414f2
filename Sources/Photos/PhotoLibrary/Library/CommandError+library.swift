package import BoothSystem
package import PhotoModel

extension CommandError {
  /// A library's trouble, in words.
  package init(_ error: PhotoLibraryError) {
    switch error {
    case .notFound: self.init("there is no such photo or source", code: CommandError.usage)
    case .notPossible: self.init("that cannot be done with this source's photos", code: CommandError.usage)
    case .refused(let words): self.init("\(advice: words)", code: CommandError.usage)
    case .offline(let source, let words):
      self.init("\(source) is away (\(words)): attach its disk, or see to its network", code: CommandError.unavailable)
    case .noPicture(let reason): self.init("there is no picture of it: it \(PhotoTroubleWords.withRemedy(reason))")
    case .unavailable(let words): self.init("\(advice: words)")
    }
  }
}
