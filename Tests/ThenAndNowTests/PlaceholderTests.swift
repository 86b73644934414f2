import Testing
@testable import ThenAndNow
