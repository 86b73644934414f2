import BoothCore
import BoothStore
package import BoothSystem

extension CommandError {
  /// An error of this package, in its own words; nil for the argument parser's.
  package init?(_ error: any Error) {
    switch error {
    case let failure as CommandError: self = failure
    case let error as StoreError: self.init("\(advice: error)")
    case let error as SettingError: self.init("\(advice: error)", code: CommandError.usage)
    default: return nil
    }
  }
}

extension CommandText {
  /// What a command says of an error.
  package init(of error: any Error) { self = CommandError(error)?.words ?? "\(advice: error)" }
}
