import BoothCore
import BoothStore
package import BoothSystem

extension CommandError {
  /// An error of this package, in its own words; nil for the argument parser's.
  package init?(_ error: any Error) {
    switch error {
    case let failure as CommandError: self = failure
    case let error as StoreError: self.init("\(error)")
    case let error as SettingError: self.init("\(error)", code: CommandError.usage)
    default: return nil
    }
  }
}
