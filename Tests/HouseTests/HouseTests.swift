import FoundationEssentials
import Testing

/// The house as it stands, held against its laws.
@Suite struct HouseTests {
  @Test func `edges know the middle, never each other`() throws {
    let sources = try Repository.swiftFiles(under: "Sources") + Repository.swiftFiles(under: "Tests")
    try #require(sources.count > 50, "the sources were not found")
    let broken = sources.flatMap { Laws.importLaw($0, target: Repository.target(of: $0.path)) }
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
      + Repository.swiftFiles(under: "Sources/BoothCore/Ports").flatMap { Laws.portErrorLaw($0) }
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

  @Test func `the table and the package have the same targets`() throws {
    let manifest = PackageManifest(text: try Repository.read("Package.swift"))
    #expect(Set(manifest.targets.keys) == Set(House.targets.keys))
  }

  @Test func `the package gives no target what the table does not`() throws {
    let manifest = PackageManifest(text: try Repository.read("Package.swift"))
    for (target, dependencies) in manifest.targets {
      let more = dependencies.subtracting(House.targets[target]?.targets ?? [])
      #expect(more.isEmpty, "\(target) depends on \(more.sorted()), which the table does not allow")
    }
  }

  /// An import that the package does not declare compiles as long as somebody else builds the module first.
  @Test func `what is imported is declared`() throws {
    let manifest = PackageManifest(text: try Repository.read("Package.swift"))
    let sources = try Repository.swiftFiles(under: "Sources") + Repository.swiftFiles(under: "Tests")
    let broken = sources.flatMap { source in
      let target = Repository.target(of: source.path)
      return Laws.imports(in: source).compactMap { module, line -> String? in
        guard manifest.targets[module] != nil, manifest.targets[target]?.contains(module) != true else { return nil }
        return "\(source.path):\(line): Package.swift does not say that \(target) depends on \(module)"
      }
    }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }

  @Test func `the documentation's table names every room`() throws {
    let page = try Repository.read("Sources/BoothCore/BoothCore.docc/TheHouse.md")
    for room in House.rooms.keys { #expect(page.contains("`\(room)`"), "\(room) is not in TheHouse.md") }
  }

  /// Whoever calls a gallery closes its connections, and knows whose token it shows.
  @Test func `galleries are called from one folder of the program`() throws {
    let broken = try Repository.swiftFiles(under: "Sources/booth").filter { source in
      // The gpsd and the weather are called from folders of their own; they are no galleries.
      !["Sources/booth/Run/", "Sources/booth/Position/", "Sources/booth/Weather/"].contains(
        where: source.path.hasPrefix)
        && Laws.imports(in: source).contains { $0.module == "BoothRemote" }
    }
    #expect(broken.isEmpty, "\(broken.map(\.path)) import BoothRemote; ask through AskedGallery or GalleryChoice")
  }

  @Test func `links of the documentation lead somewhere`() throws {
    let files = Set(try Repository.files(under: ""))
    let pages = files.filter { $0.hasSuffix(".md") }
    let names = Set(pages.compactMap { $0.split(separator: "/").last?.dropLast(3) })
    for page in pages {
      let text = try Repository.read(page)
      for link in Laws.links(in: text) where !link.contains("://") && !link.hasPrefix("#") {
        #expect(files.contains(link), "\(page) links to \(link), which is not there")
      }
      for name in Laws.catalogLinks(in: text) { #expect(names.contains(name), "\(page) links to <doc:\(name)>") }
    }
  }

  @Test func `the repository stands alone`() throws {
    let pictures = [".jpg", ".jpeg", ".png", ".mp4", ".mov", ".gif", ".webp", ".ttf", ".otf", ".bin", ".gz"]
    let files = try Repository.files(under: "").filter { path in !pictures.contains { path.hasSuffix($0) } }
    let broken = try files.flatMap { Laws.standaloneLaw(path: $0, text: try Repository.read($0)) }
    #expect(broken.isEmpty, "\(broken.joined(separator: "\n"))")
  }
}
