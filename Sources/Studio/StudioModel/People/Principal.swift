/// The organisation that people, places and pictures belong to.
public struct OrganisationID: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Opaque: nothing is read out of it.
  public let text: String
  public init(_ text: String) { self.text = text }
  /// The same as ``text``.
  public var description: String { text }
}

/// A person who may sign in.
public struct UserID: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Opaque: nothing is read out of it.
  public let text: String
  public init(_ text: String) { self.text = text }
  /// The same as ``text``.
  public var description: String { text }
}

/// What a person is in an organisation: the `role` of the existing apps' `users` documents.
public enum StudioRole: String, Sendable, Codable, CaseIterable {
  case admin, manager, employee
}

/// What a person is, as it is said on pages and on the command line.
///
/// The apps keep two fields, `role` and `isPhotographer`; a photographer is an employee with the second, and managers may take
/// pictures, too.
public struct Standing: Sendable, Hashable, Codable {
  /// The apps' `role`.
  public var role: StudioRole
  /// The apps' `isPhotographer`.
  public var isPhotographer: Bool

  public init(_ role: StudioRole, isPhotographer: Bool = false) {
    self.role = role
    self.isPhotographer = isPhotographer
  }

  /// Employee, with a camera.
  public static let photographer = Standing(.employee, isPhotographer: true)

  /// What the command line and forms call it: `admin`, `manager`, `photographer`, `employee`.
  public var name: String { role == .employee && isPhotographer ? "photographer" : role.rawValue }

  /// The four that are given out.
  public static let all: [Standing] = [Standing(.admin), Standing(.manager), .photographer, Standing(.employee)]

  /// The reverse of ``name``; nil for other words.
  public init?(name: String) {
    guard let standing = Self.all.first(where: { $0.name == name }) else { return nil }
    self = standing
  }
}

/// Who asks: made when a person's session is known, and handed to everything that serves people.
///
/// ```swift
/// if principal.may(.editLocations) { /* show the button */ }
/// ```
public struct Principal: Sendable, Hashable {
  /// Who it is.
  public var user: UserID
  /// Whose things may be seen: an answer never tells anybody else whether a thing exists.
  public var organisation: OrganisationID
  /// What they are there.
  public var standing: Standing

  /// Takes all three as they are.
  public init(user: UserID, organisation: OrganisationID, standing: Standing) {
    self.user = user
    self.organisation = organisation
    self.standing = standing
  }
}
