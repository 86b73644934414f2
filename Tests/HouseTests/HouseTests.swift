import FoundationEssentials
import Testing

/// The house as it stands, held against its laws.
@Suite struct HouseTests {
  @Test func `a domain imports only those it may`() throws {
    let sources = try Repository.swiftFiles(under: "Sources")
    try #require(sources.count > 50, "the sources were not found")
    let modules = try Repository.modules()
    let broken = sources.flatMap { Laws.domainLaw($0, modules: modules) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `the pure modules touch nothing of the system`() throws {
    let modules = try Repository.modules()
    for module in House.pure { #expect(modules[module] != nil, "\(module) is gone") }
    let broken = try Repository.swiftFiles(under: "Sources").flatMap {
      Laws.purityLaw($0, module: Repository.module(of: $0.path))
    }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `nobody needs all of Foundation`() throws {
    let sources = try Repository.swiftFiles(under: "Sources") + Repository.swiftFiles(under: "Tests")
    let broken = sources.flatMap { Laws.foundationLaw($0) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
    for path in House.needFoundation.keys { #expect(sources.contains { $0.path == path }, "\(path) is gone") }
  }

  @Test func `what is thrown is an Error of a port or a Fault inside`() throws {
    let broken =
      try Repository.swiftFiles(under: "Sources").flatMap { Laws.errorLaw($0) }
      + Repository.swiftFiles(under: "Sources/Core/BoothCore/Ports").flatMap { Laws.portErrorLaw($0) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `nothing is left for later, and nothing ends the process`() throws {
    let broken = try Repository.swiftFiles(under: "Sources").flatMap { Laws.unfinishedLaw($0) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `no test sleeps`() throws {
    let broken = try Repository.swiftFiles(under: "Tests").flatMap { Laws.sleepLaw($0) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `files are named after what they hold`() throws {
    let broken = try (Repository.files(under: "Sources") + Repository.files(under: "Tests")).flatMap {
      Laws.nameLaw(path: $0)
    }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  /// The table of domains may not allow a cycle, or the rule would say nothing.
  @Test func `no two domains may import each other`() {
    for (domain, allowed) in House.domains {
      for other in allowed { #expect(House.domains[other]?.contains(domain) == false, "\(domain) and \(other)") }
    }
  }

  @Test func `the documentation's table names every domain and module`() throws {
    let page = try Repository.read("Docs/internals/architecture.md")
    for (module, domain) in try Repository.modules() {
      #expect(page.contains("`\(module)`"), "\(module) is not in architecture.md")
      #expect(page.contains("`\(domain)`"), "\(domain) is not in architecture.md")
    }
  }

  /// The folder that calls a gallery closes its connections, and knows which token it shows.
  @Test func `galleries are called from one folder of the program`() throws {
    let broken = try Repository.swiftFiles(under: "Sources/Program/booth").filter { source in
      !source.path.hasPrefix("Sources/Program/booth/Run/")
        && Laws.imports(in: source).contains { $0.module == "GalleryClient" }
    }
    #expect(broken.isEmpty, "\(broken.map(\.path)) import GalleryClient; ask through AskedGallery or GalleryChoice")
  }

  /// Links are relative, as in every viewer of Markdown; what follows `#` is a heading of the page.
  @Test func `links of the documentation lead somewhere`() throws {
    let files = Set(try Repository.files(under: ""))
    for page in files.filter({ $0.hasSuffix(".md") }).sorted() {
      for link in Laws.links(in: try Repository.read(page)) where !link.contains("://") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? page : Laws.path(String(parts[0]), from: page)
        let isFolder = files.contains { $0.hasPrefix(target + "/") }
        #expect(files.contains(target) || isFolder, "\(page) links to \(link), which is not there")
        guard parts.count == 2, target.hasSuffix(".md"), files.contains(target) else { continue }
        let headings = Laws.anchors(in: try Repository.read(target))
        #expect(headings.contains(String(parts[1])), "\(page) links to \(link): there is no such heading")
      }
    }
  }

  @Test func `every page of the manual and of the internals is in its index`() throws {
    for folder in ["Docs/manual", "Docs/internals"] {
      let linked = Set(Laws.links(in: try Repository.read("\(folder)/index.md")).map { $0.prefix { $0 != "#" } })
      for page in try Repository.files(under: folder) where page.hasSuffix(".md") && !page.hasSuffix("/index.md") {
        #expect(linked.contains(page.dropFirst(folder.count + 1)), "\(folder)/index.md does not name \(page)")
      }
    }
  }

  @Test func `the repository stands alone`() throws {
    let pictures = [".jpg", ".jpeg", ".png", ".mp4", ".mov", ".gif", ".webp", ".ttf", ".otf", ".bin", ".gz"]
    let files = try Repository.files(under: "").filter { path in !pictures.contains { path.hasSuffix($0) } }
    let broken = try files.flatMap { Laws.standaloneLaw(path: $0, text: try Repository.read($0)) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }
}
