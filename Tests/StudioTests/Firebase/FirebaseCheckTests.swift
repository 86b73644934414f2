import BoothSystem
import BoothTesting
import CommandSupport
import Documents
import FoundationEssentials
import StudioModel
import StudioTesting
import Testing

@testable import Firebase

/// What is wrong with an organisation's Firebase is said in a sentence, at a stand-in.
@Suite(.timeLimit(.minutes(15))) struct FirebaseCheckTests {
  private struct Lab {
    let standIn: StandInFirestore
    var settings: FirebaseOrganisation

    init() throws {
      standIn = try StandInFirestore()
      settings = FirebaseLab.settings(standIn.host)
      standIn.setRules(true)
      standIn.enlist("mia", email: "mia@example.org", password: "right")
      try standIn.write([
        .set(try DocumentPath("users/mia"), ["organizationID": "org1", "role": "manager", "isPhotographer": true])
      ])
    }

    func found(_ email: String? = "mia@example.org", _ password: String = "right") async -> [String: (Bool, String)] {
      let findings = await FirebaseCheck(settings) { Date().timeIntervalSince1970 }
        .run(email: email, password: email == nil ? nil : password)
      return Dictionary(findings.map { ($0.part, ($0.fine, $0.words)) }, uniquingKeysWith: { $1 })
    }
  }

  @Test func `what is as it should be is fine in every part`() async throws {
    let lab = try Lab()
    let found = await lab.found()
    #expect(found.values.allSatisfy { $0.0 }, "\(found)")
    #expect(found["member"]?.1.contains("manager") == true && found.count == 10, "\(found.keys)")
    lab.standIn.stop()
  }

  @Test func `a project that does not exist, a key of another one, no such bucket`() async throws {
    var lab = try Lab()
    lab.settings.project = "no-such-project"
    lab.settings.bucket = "nobody-has-this"
    lab.settings.key = "another"
    let found = await lab.found(nil)
    #expect(found["project"]?.0 == false && found["project"]?.1.contains("there is no Firestore") == true, "\(found)")
    #expect(found["bucket"]?.0 == false && found["bucket"]?.1.contains("there is no bucket nobody-has-this") == true)
    #expect(found["key"]?.0 == false && found["key"]?.1.contains("the key is not one of") == true, "\(found)")
    lab.standIn.stop()
  }

  @Test func `a clock that is wrong by a day`() async throws {
    let lab = try Lab()
    lab.standIn.setAhead(seconds: 86_400)
    let found = await lab.found()
    #expect(found["clock"]?.0 == false && found["clock"]?.1.contains("24 hours behind") == true, "\(found)")
    lab.standIn.stop()
  }

  @Test func `rules that forbid, and an account that is no member`() async throws {
    let lab = try Lab()
    lab.standIn.setRules(false)
    lab.standIn.forbid(["*"])
    #expect(await lab.found()["member"]?.1.contains("the organisation's rules forbid it") == true)
    lab.standIn.forbid([])
    lab.standIn.enlist("eve", email: "eve@example.org", password: "right")
    #expect(await lab.found("eve@example.org")["member"]?.1.contains("is no member") == true)
    #expect(await lab.found("mia@example.org", "wrong")["account"]?.0 == false)
    lab.standIn.stop()
  }

  @Test func `nobody answers`() async throws {
    let lab = try Lab()
    lab.standIn.stop()
    let found = await lab.found()
    #expect(found["project"]?.0 == false && found["project"]?.1.contains("does not answer") == true, "\(found)")
  }

  @Test(arguments: [
    (DocumentStoreError.Kind.tooLarge, "1 MiB"), (.exhausted, "bucket is full"), (.permissionDenied, "rules forbid"),
    (.unauthenticated, "somebody else's"), (.missingIndex(link: "https://console/x"), "https://console/x"),
    (.notFound, "no Firestore in a project"), (.unavailable, "tried again by itself"),
  ])
  func `each trouble has a sentence of its own`(_ kind: DocumentStoreError.Kind, _ words: String) throws {
    let error = DocumentStoreError(kind, subject: "photoCritiques/a", detail: "as Google has it")
    let said = FirebaseTrouble.words(error, FirebaseLab.settings("x"))
    #expect(said.contains(words) && said.hasPrefix("The School: "), "\(said)")
  }

  @Test func `what cannot be right is refused before anybody is asked`() throws {
    let good = FirebaseLab.settings("127.0.0.1:1")
    #expect(good.fault == nil)
    func fault(_ change: (inout FirebaseOrganisation) -> Void) -> String? {
      var organisation = good
      change(&organisation)
      return organisation.fault
    }
    #expect(fault { $0.project = "My Project" }?.contains("project's id") == true)
    #expect(fault { $0.project = "abc" } != nil)
    #expect(fault { $0.key = "" }?.contains("AIza") == true)
    #expect(fault { $0.key = "a b" } != nil)
    #expect(fault { $0.bucket = "gs://x" }?.contains("without gs://") == true)
    #expect(fault { $0.id = "a/b" } != nil)
    #expect(fault { $0.name = "\u{202E}" } != nil)
    #expect(fault { $0.endpoints?.tokens = "http://example.org" }?.contains("expected https://") == true)
    #expect(fault { $0.endpoints?.tokens = "https://example.org" } == nil)
  }

  @Test func `organisations are added, changed, listed and removed in their file`() throws {
    let folder = try TemporaryFolder()
    let file = OrganisationsFile(folder: folder.path)
    #expect(try file.read().isEmpty)
    var organisation = FirebaseLab.settings("127.0.0.1:1")
    try file.put(organisation)
    organisation.name = "Another name"
    try file.put(organisation)
    #expect(try file.read() == [organisation])
    var second = organisation
    second.id = "second"
    #expect(throws: CommandError.self) { try file.put(second) }
    second.project = "second-project"
    try file.put(second)
    #expect(try file.read().count == 2)
    #expect(try file.remove("school"))
    #expect(try !file.remove("school"))
    for text in [
      "{", #"{"organisations":[{}]}"#, #"{"organisations":[{"id":"a/b","name":"x","project":"p","key":"k"}]}"#,
    ] {
      try Data(text.utf8).write(to: URL(filePath: folder.path(OrganisationsFile.name)))
      #expect(throws: CommandError.self, "\(text)") { try file.read() }
    }
  }

  @Test(arguments: [
    "", "{", "\0\0\0\0", #"{"organisations": [{"id": "a/b", "name": "x", "project": "p", "key": "k"}]}"#, "folder",
    "link",
  ])
  func `a list of organisations that is damaged is refused by name, and is never none`(_ damage: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(OrganisationsFile.name)
    switch damage {
    case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/list.json")
    default: try Data(damage.utf8).write(to: URL(filePath: path))
    }
    let error = #expect(throws: CommandError.self) { try OrganisationsFile(folder: folder.path).read() }
    // Neither a slip of who started it nor for ever: the service tries again.
    #expect(error?.code == CommandError.failed)
    #expect(error?.message.contains(path) == true && error?.message.contains("put a copy of it back") == true)
    #expect(throws: CommandError.self) {
      try OrganisationsFile(folder: folder.path).put(FirebaseLab.settings("127.0.0.1:1"))
    }
  }

  @Test func `what organisations are told by a command has its own fault`() throws {
    let folder = try TemporaryFolder()
    var organisation = FirebaseLab.settings("127.0.0.1:1")
    organisation.id = "a/b"
    let error = #expect(throws: CommandError.self) { try OrganisationsFile(folder: folder.path).put(organisation) }
    #expect(error?.code == CommandError.usage)
  }
}
