import ArgumentParser
import BoothCore
import BoothRuntime
import BoothSystem
import CommandSupport
import Documents
import FoundationEssentials
import StudioModel
import StudioStore

struct StudioUserCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "user",
    abstract: "Manage the studio's accounts: invite, list, change, end. The studio may be running.",
    subcommands: [
      StudioUserAddCommand.self, StudioUserListCommand.self, StudioUserRoleCommand.self, StudioUserLinkCommand.self,
      StudioUserEndCommand.self,
    ])
}

/// The accounts of a studio, whether it runs or not.
private struct AccountAdministration {
  let folder: StudioFolder
  let accounts: SQLiteAccountStore
  let now: Double
  private let base: String?

  init(_ place: PlaceOptions, data need: DataFolderNeed = .ours, publicURL: String? = nil) async throws {
    var flags: [SettingKey: String] = [:]
    flags[.studioPublicURL] = publicURL
    let settings = try await place.settings(flags, data: need)
    folder = try StudioFolder(data: settings.data)
    now = SystemClock().wallTime.unixSeconds
    accounts = try folder.accounts(at: now)
    base = try StudioFolder.publicURL(settings) ?? folder.address
  }

  func person(_ name: String) async throws -> Person {
    let key = AccountRules.key(name)
    do throws(AccountError) {
      guard
        let person = try await accounts.people(of: accounts.organisation).first(where: {
          $0.endedAt == nil && AccountRules.key($0.name) == key
        })
      else { throw .notFound }
      return person
    } catch {
      throw CommandError(
        "\"\(name)\": \(error.words)", code: error == .notFound ? CommandError.usage : CommandError.failed)
    }
  }

  /// The links that were not used yet.
  func invitations() async throws -> [OpenInvitation] {
    do throws(AccountError) { return try await accounts.invitations(to: accounts.organisation, at: now) } catch {
      throw CommandError(error.words)
    }
  }

  func withdraw(_ invitation: OpenInvitation) async throws {
    do throws(AccountError) {
      try await accounts.withdraw(invitation: invitation.id, to: accounts.organisation)
    } catch {
      throw CommandError(error.words)
    }
  }

  func link(_ purpose: Invitation.Purpose, json: Bool) async throws {
    let secret: String
    let isSecond = try await invitations().contains { $0.purpose.isForSame(as: purpose) }
    do throws(AccountError) {
      secret = try await accounts.invite(purpose, to: accounts.organisation, by: nil, at: now)
    } catch {
      throw CommandError(error.words)
    }
    let link = (base ?? "") + "/join/\(secret)"
    if isSecond { complain("booth: the link that was made before for the same is no longer good") }
    if json { return try printJSON(["link": link]) }
    say("This link is good once, and for a week:")
    say("  \(link)")
    if base == nil {
      complain("booth: no studio has run here yet: put its address before the link, or give --public-url")
    }
  }

  static func standing(_ name: String) throws -> Standing {
    guard let standing = Standing(name: name) else {
      throw ValidationError("\"\(name)\": expected one of \(Standing.all.map(\.name).joined(separator: ", "))")
    }
    return standing
  }
}

struct StudioUserAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Create a one-time link to create an account.")
  @Argument(help: "The name to sign in with, such as an email address.") var name: String
  @Option(help: "admin, manager, photographer or employee.") var role = "photographer"
  @Option(name: .customLong("public-url"), help: "What the link begins with.") var publicURL: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { _ = try AccountAdministration.standing(role) }

  func run() async throws {
    if let complaint = AccountRules.complaint(name: name) {
      throw CommandError(AccountError.refused(complaint).words, code: CommandError.usage)
    }
    let administration = try await AccountAdministration(place, data: .takes, publicURL: publicURL)
    try await administration.link(.join(try AccountAdministration.standing(role), name: name), json: output.json)
  }
}

struct StudioUserLinkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Create a one-time link to choose a new password, or to accept an invitation.")
  @Argument(help: "The name they sign in with.") var name: String
  @Option(name: .customLong("public-url"), help: "What the link begins with.") var publicURL: String?
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let administration = try await AccountAdministration(place, publicURL: publicURL)
    if let open = try await administration.invitations().first(where: { $0.purpose.invites(name) }) {
      // Who has not come in yet gets another link to do so; the one before may have gone astray.
      try await administration.withdraw(open)
      return try await administration.link(open.purpose, json: output.json)
    }
    let person = try await administration.person(name)
    try await administration.link(.password(person.id, name: person.name), json: output.json)
  }
}

struct StudioUserListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List accounts and invitations.")
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let administration = try await AccountAdministration(place)
    let people: [Person]
    do throws(AccountError) {
      people = try await administration.accounts.people(of: administration.accounts.organisation)
    } catch {
      throw CommandError(error.words)
    }
    let invited = try await administration.invitations().filter { if case .join = $0.purpose { true } else { false } }
    if output.json {
      return try printJSON(people.map { AccountAnswer($0) } + invited.compactMap { AccountAnswer($0) })
    }
    if people.isEmpty, invited.isEmpty {
      return say("There are no accounts yet. Start `booth studio` for a link to create the first one.")
    }
    printTable(
      header: ["name", "shown as", "role"],
      people.map { [$0.name, $0.displayName, $0.endedAt == nil ? $0.standing.name : "ended (\($0.standing.name))"] }
        + invited.compactMap(AccountAnswer.init).map { answer in
          let hours = max(0, Int(((answer.invitedUntil?.timeIntervalSince1970 ?? 0) - administration.now) / 3600))
          return [
            answer.name.isEmpty ? "…" : answer.name, "", "invited, \(counted(hours, "hour")) left (\(answer.standing))",
          ]
        })
  }
}

struct StudioUserRoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "role", abstract: "Change the role of an account.")
  @Argument(help: "The name they sign in with.") var name: String
  @Argument(help: "admin, manager, photographer or employee.") var role: String
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { _ = try AccountAdministration.standing(role) }

  func run() async throws {
    let administration = try await AccountAdministration(place)
    let person = try await administration.person(name)
    let standing = try AccountAdministration.standing(role)
    do throws(AccountError) {
      try await administration.accounts.setStanding(standing, of: person.id, in: person.organisation)
    } catch {
      throw CommandError(error.words)
    }
    if output.json {
      try printJSON(["message": "\(person.name) is \(role) now"])
    } else {
      say("\(person.name) is \(role) now")
    }
  }
}

struct StudioUserEndCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end", abstract: "End an account, and sign it out everywhere, at once; what it made stays.")
  @Argument(help: "The name they sign in with.") var name: String
  @OptionGroup var place: PlaceOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let administration = try await AccountAdministration(place)
    let person = try await administration.person(name)
    do throws(AccountError) {
      try await administration.accounts.end(person.id, in: person.organisation, at: administration.now)
    } catch {
      throw CommandError(error.words)
    }
    let words = "\(person.name) can no longer sign in"
    if output.json { try printJSON(["message": words]) } else { say("\(words)") }
  }
}

extension Invitation.Purpose {
  /// Whether it is for a new account that was thought of for this name.
  func invites(_ name: String) -> Bool {
    guard case .join(_, let proposed?) = self else { return false }
    return AccountRules.key(proposed) == AccountRules.key(name)
  }
}

/// An account, or an invitation to one, for programs.
struct AccountAnswer: Encodable {
  var name: String
  var displayName: String
  var role: String
  var isPhotographer: Bool
  var createdAt: Date?
  var endedAt: Date?
  var invitedUntil: Date?

  private enum CodingKeys: String, CodingKey {
    case name, displayName, role, isPhotographer, createdAt, endedAt, invitedUntil
  }

  /// What the role is called on the command line; not told to programs.
  private(set) var standing: String

  /// Nil for what is no invitation to an account.
  init?(_ invitation: OpenInvitation) {
    guard case .join(let standing, let name) = invitation.purpose else { return nil }
    (self.name, displayName, role) = (name ?? "", "", standing.role.rawValue)
    (isPhotographer, self.standing) = (standing.isPhotographer, standing.name)
    invitedUntil = Date(timeIntervalSince1970: invitation.expiresAt)
  }

  init(_ person: Person) {
    standing = person.standing.name
    name = person.name
    displayName = person.displayName
    role = person.standing.role.rawValue
    isPhotographer = person.standing.isPhotographer
    createdAt = Date(timeIntervalSince1970: person.createdAt)
    endedAt = person.endedAt.map { Date(timeIntervalSince1970: $0) }
  }
}
