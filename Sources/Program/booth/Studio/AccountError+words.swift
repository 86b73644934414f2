package import BoothSystem
import Documents
package import StudioModel

extension AccountError {
  /// For the operator's console.
  package var words: CommandText {
    switch self {
    case .wrong: "name or password are not right"
    case .wait(let seconds): "too many tries; again in \(seconds) s"
    case .noInvitation: "the link was used, is too old, or is none of this studio's"
    case .notFound: "there is no such account; `booth studio user list` shows them"
    case .refused(let complaint):
      switch complaint {
      case .nameMissing: "a name is needed"
      case .nameTooLong: "the name is too long: expected at most \(AccountRules.longestName) characters"
      case .nameHasControls: "the name has control characters in it"
      case .nameTaken: "this name is taken; `booth studio user link NAME` makes a link for a new password"
      case .passwordTooShort: "the password is too short: expected \(AccountRules.leastPassword) characters or more"
      case .passwordTooLong: "the password is too long"
      case .passwordIsName: "the password is the name"
      case .passwordsDiffer: "the two passwords differ"
      }
    case .lastAdmin: "this is the last administrator: make somebody else one first"
    case .elsewhere(let trouble): "the account is kept by its organisation (\(trouble.rawValue))"
    case .unavailable(let words): "\(advice: words)"
    }
  }
}
