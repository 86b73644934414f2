import Crypto
import CryptoExtras
import FoundationEssentials

/// A password as it is kept: scrypt (RFC 7914) with its parameters and salt beside it, so that they can grow.
struct PasswordHash: Sendable, Equatable {
  /// 16 MiB and five rounds of it: one of the settings that OWASP's Password Storage Cheat Sheet gives as equals (N = 2^14,
  /// r = 8, p = 5). One is made at a time, see ``PasswordMill``.
  struct Cost: Sendable, Equatable {
    var rounds = 1 << 14
    var blockSize = 8
    var parallelism = 5
  }

  var cost: Cost
  var salt: [UInt8]
  var hash: [UInt8]

  private init(cost: Cost, salt: [UInt8], hash: [UInt8]) {
    self.cost = cost
    self.salt = salt
    self.hash = hash
  }

  /// Takes as long for a wrong password; no account's. Its hash is chance, which no password is known to make.
  static func decoy(_ cost: Cost) -> PasswordHash {
    PasswordHash(cost: cost, salt: StudioSecret.bytes(16), hash: StudioSecret.bytes(32))
  }

  init(password: String, cost: Cost = Cost(), salt: [UInt8] = StudioSecret.bytes(16)) throws {
    self.cost = cost
    self.salt = salt
    hash = try Self.derive(password, cost, salt)
  }

  /// Whether this password was kept. Takes as long for a wrong one.
  func matches(_ password: String) throws -> Bool {
    let other = try Self.derive(password, cost, salt)
    // Without telling by the time how much is alike.
    return other.count == hash.count && zip(other, hash).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func derive(_ password: String, _ cost: Cost, _ salt: [UInt8]) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: salt, outputByteCount: 32, rounds: cost.rounds, blockSize: cost.blockSize,
      parallelism: cost.parallelism)
    return key.withUnsafeBytes { Array($0) }
  }

  /// `scrypt$16384$8$5$salt$hash`, in base 64.
  var text: String {
    let numbers = [cost.rounds, cost.blockSize, cost.parallelism].map { "\($0)" }
    return (["scrypt"] + numbers + [salt, hash].map { Data($0).base64EncodedString() }).joined(separator: "$")
  }

  /// The reverse of ``text``; nil for anything else, or numbers that were not chosen.
  init?(text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
      let parallelism = Int(parts[3]), let salt = Data(base64Encoded: parts[4]),
      let hash = Data(base64Encoded: parts[5]),
      (2...1 << 20).contains(rounds), rounds & (rounds - 1) == 0, (1...32).contains(blockSize),
      (1...16).contains(parallelism), salt.count >= 8, hash.count == 32
    else { return nil }
    cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    self.salt = Array(salt)
    self.hash = Array(hash)
  }
}

/// Makes and checks hashes one after the other, so that a crowd at the door takes 16 MiB and one processor.
actor PasswordMill {
  private let cost: PasswordHash.Cost
  /// What is checked for accounts that are not there, so that they take as long.
  private let decoy: PasswordHash

  init(cost: PasswordHash.Cost) {
    self.cost = cost
    decoy = .decoy(cost)
  }

  func hash(_ password: String) throws -> PasswordHash { try PasswordHash(password: password, cost: cost) }

  /// - Parameter kept: nil for an account that is not there, which no password opens.
  func matches(_ password: String, _ kept: PasswordHash?) throws -> Bool {
    try (kept ?? decoy).matches(password) && kept != nil
  }
}
