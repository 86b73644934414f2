// swift-tools-version: 6.2
// A folder of Sources/ is a domain; a module may import its own domain's modules and those of the domains above it in this
// list. Tests/HouseTests holds that rule; the build holds the rest, with --explicit-target-dependency-import-check error.
import PackageDescription

/// `BOOTH_ONLY=core` leaves out every module that needs a network or database package, so that the middle and the device
/// drivers build and test in a minute; `BOOTH_ONLY=store` leaves out only those that need the network.
let only = Context.environment["BOOTH_ONLY"]

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Modules that work on every pixel, or live through whole nights, are optimized in debug builds too: their loops are fifty
/// times slower otherwise, and the tests with them. The optimizer triples what a module takes to build: it must save more than
/// that in the tests.
let optimized: Set = [
  "BoothSystem", "BoothSimulation", "ImageRegistration", "Imaging", "Video", "ImageMetadata", "Thumbnails", "Cameras",
  "Screens", "FeatureMatching", "RegistrationTrial",
]

/// Packages from outside, the products of each that are imported, and the smallest `BOOTH_ONLY` that has them (nil: none).
/// "Dependencies" in the documentation gives the reason for each.
let packages: [(package: Package.Dependency, name: String, products: [String], only: String?)] = [
  (.package(url: "https://github.com/apple/swift-log", from: "1.16.0"), "swift-log", ["Logging"], "core"),
  (
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"), "swift-crypto", ["Crypto", "CryptoExtras"],
    "store"
  ),
  (.package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"), "GRDB.swift", ["GRDB"], "store"),
  (
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"), "swift-argument-parser",
    ["ArgumentParser"], nil
  ),
  (
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"), "swift-configuration",
    ["Configuration"], nil
  ),
  (
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"), "swift-http-types", ["HTTPTypes"], nil
  ),
  (
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"), "swift-nio",
    ["NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix"], nil
  ),
  // Hummingbird's own requests and responses.
  (
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"), "swift-nio-extras", ["NIOHTTPTypes"],
    nil
  ),
  // AsyncHTTPClient takes its settings of TLS from it: printers sign their certificates themselves.
  (.package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"), "swift-nio-ssl", ["NIOSSL"], nil),
  (
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"), "hummingbird",
    ["Hummingbird"], nil
  ),
  (
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"), "async-http-client",
    ["AsyncHTTPClient"], nil
  ),
  (
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    "swift-service-lifecycle", ["ServiceLifecycle", "UnixSignals"], nil
  ),
]

/// A module and what it imports: modules of this package, and products of ``packages``.
struct Module {
  enum Kind {
    case module, program, tests
    case c(Target)
  }

  var kind: Kind
  var name: String
  /// Below Sources/, or Tests/ for tests.
  var path: String
  var imports: [String]

  static func module(_ path: String, _ imports: [String] = []) -> Module { Module(.module, path, imports) }
  static func program(_ path: String, _ imports: [String]) -> Module { Module(.program, path, imports) }
  static func tests(_ path: String, _ imports: [String] = []) -> Module { Module(.tests, path, imports) }

  /// A C library of Debian that Swift imports as it is.
  static func system(_ name: String, pkgConfig: String, _ debian: String) -> Module {
    let path = "CLibraries/\(name)"
    return Module(
      .c(.systemLibrary(name: name, path: "Sources/\(path)", pkgConfig: pkgConfig, providers: [.apt([debian])])), path,
      [])
  }

  /// Our own C around a library or the kernel.
  static func c(
    _ name: String, flags: [String] = [], links library: String? = nil, excluding excluded: [String] = []
  ) -> Module {
    let path = "CLibraries/\(name)"
    return Module(
      .c(
        .target(
          name: name, path: "Sources/\(path)", exclude: excluded,
          cSettings: flags.isEmpty ? nil : [.unsafeFlags(flags)],
          linkerSettings: library.map { [.linkedLibrary($0)] })), path, [])
  }

  private init(_ kind: Kind, _ path: String, _ imports: [String]) {
    (self.kind, self.path, self.imports) = (kind, path, imports)
    name = path.split(separator: "/").last.map(String.init) ?? path
  }
}

let modules: [Module] = [
  // CLibraries. CLinux: Debian's libdrm-dev, for the kernel's own headers that it brings.
  .c("CLinux"),
  .system("CTurboJPEG", pkgConfig: "libturbojpeg", "libturbojpeg0-dev"),
  // Debian's libpng-dev; compiled, as it reports faults by long jumps, which Swift cannot catch.
  .c("CPNG", links: "png16"),
  .system("CPangoCairo", pkgConfig: "pangocairo", "libpango1.0-dev"),
  .system("CFriBidi", pkgConfig: "fribidi", "libfribidi-dev"),
  .system("CQREncode", pkgConfig: "libqrencode", "libqrencode-dev"),
  // Debian's libavformat-dev and libswscale-dev; compiled, as it loads the libraries only when they are needed.
  .c("CFFmpeg", links: "dl"),
  // Debian's libgpiod-dev; compiled, not only described, as its two versions differ in everything.
  .c("CGPIOD", links: "gpiod"),
  // Debian's libasound2-dev, for its header only: the library is loaded when sound is wanted.
  .c("CALSA"),
  .system("CGPhoto2", pkgConfig: "libgphoto2", "libgphoto2-dev"),
  // Debian's zlib1g-dev, which libpng brings, too.
  .system("CZlib", pkgConfig: "zlib", "zlib1g-dev"),
  // Debian's libjpeg62-turbo-dev; compiled, as it reports faults by long jumps.
  .c("CPhotoJPEG", flags: ["-O2"], links: "jpeg"),
  // Debian's liblcms2-dev; compiled, as its formats are macros and its faults are told to a function of C.
  .c("CLCMS", links: "lcms2"),
  // Debian's libvips42, without its headers: it is loaded by the process that reads pictures, and linked with nothing.
  .c("CVips", links: "dl"),
  // The arithmetic of the learned features, in C for its vector instructions.
  .c("CFeatures", flags: ["-O3"]),
  // Scripts and style sheets of the pages, embedded.
  .c(
    "CWebAssets", excluding: ["oxlintrc.json", "package.json", "tsconfig.json", "tsconfig.worker.json", "web", "words"]),

  // Core
  .module("Core/BoothCore"),
  .module("Core/ConfigFiles", ["BoothCore"]),
  .module("Core/Locations", ["BoothCore"]),
  .module("Core/NightReports", ["BoothCore"]),
  // Support
  .module("Support/BoothArchives", ["CZlib"]),
  .module("Support/BoothSystem", ["BoothCore", "CLinux"]),
  .module("Support/HTTPClientSupport", ["BoothCore", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix"]),
  .module("Support/MQTT", ["BoothCore", "HTTPClientSupport", "Logging", "NIOCore", "NIOPosix", "NIOSSL"]),
  .module("Support/S3Storage", ["BoothCore", "HTTPClientSupport", "AsyncHTTPClient", "Crypto", "NIOCore", "NIOHTTP1"]),
  .module(
    "Support/WebSupport",
    [
      "BoothArchives", "BoothCore", "CWebAssets", "Crypto", "HTTPTypes", "Hummingbird", "Logging", "NIOCore",
      "NIOHTTP1", "NIOHTTPTypes", "ServiceLifecycle",
    ]),
  // Booth
  .module("Booth/BoothRuntime", ["BoothCore", "BoothSystem", "CLinux", "Logging"]),
  .module("Booth/BoothVault", ["BoothCore", "Locations"]),
  .module("Booth/BoothSimulation", ["BoothCore", "BoothVault", "Locations"]),
  .module(
    "Booth/BoothStore",
    ["BoothCore", "BoothSystem", "BoothVault", "CLinux", "ConfigFiles", "Locations", "Crypto", "GRDB"]),
  .module("Booth/ControlSocket", ["BoothSystem", "CLinux"]),
  // Media
  .module("Media/ImageMetadata", ["BoothCore"]),
  .module("Media/ImageRegistration"),
  .module(
    "Media/Imaging",
    ["BoothCore", "CFriBidi", "CLCMS", "CPNG", "CPangoCairo", "CQREncode", "CTurboJPEG", "ImageRegistration"]),
  .module("Media/Thumbnails", ["BoothCore", "BoothSystem", "CLinux", "CPhotoJPEG", "CVips", "CZlib", "ImageMetadata"]),
  .module("Media/Video", ["BoothCore", "BoothSystem", "CFFmpeg", "Imaging"]),
  // Devices
  .module("Devices/Audio", ["BoothCore", "BoothSystem", "CALSA", "CLinux", "Logging"]),
  .module(
    "Devices/Cameras",
    ["BoothCore", "BoothSystem", "CGPhoto2", "CLinux", "ConfigFiles", "ImageMetadata", "Imaging", "Logging"]),
  .module("Devices/InputDevices", ["BoothCore", "BoothSystem", "CGPIOD", "CLinux", "Logging"]),
  .module(
    "Devices/Printers",
    [
      "BoothCore", "BoothSystem", "ConfigFiles", "HTTPClientSupport", "AsyncHTTPClient", "Logging", "NIOCore",
      "NIOHTTP1", "NIOSSL",
    ]),
  .module("Devices/Screens", ["BoothCore", "BoothSystem", "CLinux", "Imaging", "Logging"]),
  // Gallery
  .module(
    "Gallery/Gallery",
    ["BoothArchives", "BoothCore", "WebSupport", "Crypto", "HTTPTypes", "Hummingbird", "Logging", "ServiceLifecycle"]),
  .module("Gallery/GalleryClient", ["BoothCore", "HTTPClientSupport", "AsyncHTTPClient", "NIOCore", "NIOHTTP1"]),
  // Studio
  .module("Studio/Documents", ["BoothCore"]),
  .module("Studio/StudioModel", ["BoothCore"]),
  .module(
    "Studio/Reports",
    ["BoothArchives", "BoothCore", "BoothSystem", "Documents", "Imaging", "Locations", "StudioModel", "Crypto"]),
  .module(
    "Studio/StudioServer",
    [
      "BoothCore", "BoothSystem", "Documents", "HTTPClientSupport", "Imaging", "StudioModel", "WebSupport",
      "AsyncHTTPClient", "Crypto", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "ServiceLifecycle",
    ]),
  .module(
    "Studio/StudioReports",
    [
      "BoothArchives", "BoothCore", "Documents", "Locations", "Reports", "StudioModel", "StudioServer", "WebSupport",
      "HTTPTypes", "Hummingbird",
    ]),
  .module(
    "Studio/StudioStore", ["BoothCore", "BoothSystem", "Documents", "StudioModel", "Crypto", "CryptoExtras", "GRDB"]),
  .module(
    "Studio/Firebase",
    [
      "BoothCore", "BoothSystem", "Documents", "HTTPClientSupport", "StudioModel", "StudioServer", "StudioStore",
      "WebSupport", "AsyncHTTPClient", "Crypto", "HTTPTypes", "Hummingbird", "NIOCore", "NIOHTTP1", "NIOPosix",
    ]),
  .module(
    "Studio/Training",
    ["BoothCore", "Documents", "StudioModel", "StudioServer", "WebSupport", "HTTPTypes", "Hummingbird", "Logging"]),
  // ThenAndNow
  .module("ThenAndNow/FeatureMatching", ["BoothCore", "BoothSystem", "CFeatures", "CLinux", "ImageRegistration"]),
  .module(
    "ThenAndNow/LocationLibrary",
    [
      "BoothCore", "BoothRuntime", "BoothStore", "BoothSystem", "BoothVault", "Documents", "ImageRegistration",
      "Imaging", "Locations", "StudioModel",
    ]),
  .module("ThenAndNow/LocationSync", ["BoothCore", "Documents", "Locations", "StudioModel"]),
  .module(
    "ThenAndNow/StudioLocations",
    [
      "BoothArchives", "BoothCore", "Documents", "LocationLibrary", "Locations", "StudioModel", "StudioServer",
      "WebSupport", "Crypto", "HTTPTypes", "Hummingbird",
    ]),
  // Photos
  .module("Photos/PhotoModel", ["BoothCore"]),
  .module("Photos/PhotolalaFormat", ["PhotoModel", "Crypto"]),
  .module(
    "Photos/PhotoSources",
    ["BoothCore", "BoothStore", "BoothSystem", "PhotoModel", "PhotolalaFormat", "S3Storage", "GRDB"]),
  .module(
    "Photos/PhotoLibrary",
    ["BoothCore", "BoothSystem", "ImageMetadata", "PhotoModel", "PhotoSources", "Thumbnails", "Crypto", "GRDB"]),
  .module(
    "Photos/StudioPhotos",
    [
      "BoothArchives", "BoothCore", "Documents", "ImageMetadata", "PhotoLibrary", "PhotoModel", "StudioModel",
      "StudioServer", "WebSupport", "HTTPTypes", "Hummingbird",
    ]),
  // Program
  .module(
    "Program/CommandSupport",
    ["BoothCore", "BoothStore", "BoothSystem", "ConfigFiles", "Reports", "ArgumentParser", "Configuration", "Logging"]),
  .program(
    "Program/booth",
    [
      "Audio", "BoothArchives", "BoothCore", "BoothRuntime", "BoothSimulation", "BoothStore", "BoothSystem",
      "BoothVault", "CLinux", "Cameras", "CommandSupport", "ConfigFiles", "ControlSocket", "Documents",
      "FeatureMatching", "Firebase", "Gallery", "GalleryClient", "HTTPClientSupport", "ImageMetadata",
      "ImageRegistration", "Imaging", "InputDevices", "LocationLibrary", "LocationSync", "Locations", "MQTT",
      "NightReports", "PhotoLibrary",
      "PhotoModel", "PhotoSources", "PhotolalaFormat", "Printers", "Reports", "S3Storage", "Screens", "StudioLocations",
      "StudioModel", "StudioPhotos", "StudioReports", "StudioServer", "StudioStore", "Thumbnails", "Training", "Video",
      "WebSupport",
      "ArgumentParser", "AsyncHTTPClient", "Crypto", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "ServiceLifecycle",
      "UnixSignals",
    ]),
  // Testing
  .module("Testing/BoothTesting", ["BoothCore", "BoothSystem", "BoothVault", "CLinux", "Imaging", "Locations"]),
  .module("Testing/PhotoTesting", ["PhotoModel"]),
  .module("Testing/RegistrationTrial", ["ImageRegistration"]),
  .module("Testing/StudioTesting", ["BoothCore", "BoothTesting", "Documents", "StudioModel", "StudioServer"]),
  .program(
    "Testing/TestHelper",
    ["BoothCore", "CLinux", "Cameras", "FeatureMatching", "ImageMetadata", "Screens", "Thumbnails", "Logging"]),

  // Tests
  .tests(
    "BoothStoreTests",
    ["BoothCore", "BoothStore", "BoothSystem", "BoothTesting", "BoothVault", "ConfigFiles", "Locations", "GRDB"]),
  .tests(
    "BoothTests",
    [
      "BoothCore", "BoothRuntime", "BoothSimulation", "BoothSystem", "BoothTesting", "BoothVault", "CLinux",
      "ControlSocket", "Locations", "NightReports", "Logging",
    ]),
  .tests("CoreTests", ["BoothCore", "BoothTesting", "ConfigFiles", "Locations"]),
  .tests(
    "DevicesTests",
    [
      "Audio", "BoothCore", "BoothSystem", "BoothTesting", "CLinux", "Cameras", "ConfigFiles",
      "ImageMetadata", "Imaging", "InputDevices", "Screens", "TestHelper", "Logging",
    ]),
  .tests(
    "GalleryTests",
    [
      "BoothArchives", "BoothCore", "BoothStore", "BoothTesting", "Gallery", "GalleryClient", "S3Storage", "WebSupport",
      "AsyncHTTPClient", "Crypto", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOEmbedded", "NIOHTTP1",
      "NIOHTTPTypes", "ServiceLifecycle",
    ]),
  .tests("HouseTests"),
  .tests(
    "MediaTests",
    [
      "BoothCore", "BoothSystem", "BoothTesting", "CPangoCairo", "CTurboJPEG", "ImageMetadata", "ImageRegistration",
      "Imaging", "RegistrationTrial", "TestHelper", "Thumbnails", "Video",
    ]),
  .tests(
    "MQTTTests", ["BoothCore", "BoothRuntime", "BoothTesting", "BoothSystem", "MQTT", "Logging", "NIOCore", "NIOPosix"]),
  .tests(
    "PhotosTests",
    [
      "BoothArchives", "BoothCore", "BoothStore", "BoothSystem", "BoothTesting", "CommandSupport", "Documents",
      "ImageMetadata", "Imaging", "PhotoLibrary", "PhotoModel", "PhotoSources", "PhotoTesting", "PhotolalaFormat",
      "S3Storage", "StudioModel", "StudioPhotos", "StudioServer", "StudioStore", "StudioTesting", "Thumbnails",
      "WebSupport", "booth", "ArgumentParser", "AsyncHTTPClient", "GRDB", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1",
    ]),
  .tests(
    "PrintersTests",
    [
      "BoothCore", "BoothSystem", "BoothTesting", "ConfigFiles", "Printers", "AsyncHTTPClient", "Logging", "NIOCore",
      "NIOHTTP1",
    ]),
  .tests(
    "ProgramTests",
    [
      "Audio", "BoothArchives", "BoothCore", "BoothRuntime", "BoothStore", "BoothSystem", "BoothTesting", "BoothVault",
      "CommandSupport", "ConfigFiles", "ControlSocket", "Documents", "Firebase", "GalleryClient", "ImageRegistration",
      "Imaging", "LocationSync", "Locations", "MQTT", "RegistrationTrial", "Reports", "S3Storage", "Screens",
      "StudioModel",
      "StudioPhotos", "StudioReports", "StudioServer", "StudioStore", "StudioTesting", "Training", "WebSupport",
      "booth", "AsyncHTTPClient", "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "ServiceLifecycle",
    ]),
  .tests(
    "ReportsTests",
    [
      "BoothArchives", "BoothCore", "BoothSystem", "BoothTesting", "CommandSupport", "Documents", "Firebase", "Imaging",
      "Locations", "Reports", "StudioModel", "StudioReports", "StudioServer", "StudioStore", "StudioTesting",
      "WebSupport", "booth", "AsyncHTTPClient", "Crypto", "Logging", "NIOCore", "NIOHTTP1",
    ]),
  .tests(
    "S3StorageTests", ["BoothCore", "BoothTesting", "S3Storage", "AsyncHTTPClient", "Crypto", "NIOCore", "NIOHTTP1"]),
  .tests(
    "StudioTests",
    [
      "BoothCore", "BoothSystem", "BoothTesting", "CommandSupport", "Documents", "Firebase", "HTTPClientSupport",
      "Imaging", "Reports", "StudioModel", "StudioReports", "StudioServer", "StudioStore", "StudioTesting", "Training",
      "WebSupport", "AsyncHTTPClient", "GRDB", "HTTPTypes", "Logging", "NIOCore", "NIOHTTP1",
    ]),
  .tests("SupportTests", ["BoothArchives", "BoothCore", "BoothSystem", "BoothTesting", "WebSupport", "HTTPTypes"]),
  .tests(
    "ThenAndNowTests",
    [
      "BoothCore", "BoothTesting", "CFeatures", "Documents", "FeatureMatching", "ImageRegistration",
      "LocationLibrary", "LocationSync", "Locations", "StudioLocations", "StudioModel", "StudioServer", "StudioStore",
      "StudioTesting", "TestHelper", "WebSupport", "AsyncHTTPClient", "Logging", "NIOCore", "NIOHTTP1",
    ]),
]

// MARK: Targets

let importsOf = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.imports) })
let packageOf = Dictionary(uniqueKeysWithValues: packages.flatMap { entry in entry.products.map { ($0, entry.name) } })
/// The smallest `BOOTH_ONLY` with which a product is there; nil: without it only.
let onlyOf = Dictionary(uniqueKeysWithValues: packages.flatMap { entry in entry.products.map { ($0, entry.only) } })

/// Everything that a module is built of, by name.
func closure(_ name: String, _ seen: inout Set<String>) {
  guard seen.insert(name).inserted else { return }
  for imported in importsOf[name] ?? [] { closure(imported, &seen) }
}

func isBuilt(_ module: Module) -> Bool {
  guard let only else { return true }
  var all: Set<String> = []
  closure(module.name, &all)
  return all.allSatisfy { name in onlyOf[name].map { $0 == "core" || $0 == only } ?? true }
}

func target(_ module: Module) -> Target {
  let imports: [Target.Dependency] = module.imports.map { name in
    packageOf[name].map { .product(name: name, package: $0) } ?? .byName(name: name)
  }
  let swift =
    optimized.contains(module.name) ? settings + [.unsafeFlags(["-O"], .when(configuration: .debug))] : settings
  return switch module.kind {
  case .module:
    .target(name: module.name, dependencies: imports, path: "Sources/\(module.path)", swiftSettings: swift)
  case .program:
    .executableTarget(name: module.name, dependencies: imports, path: "Sources/\(module.path)", swiftSettings: swift)
  case .tests: .testTarget(name: module.name, dependencies: imports, path: "Tests/\(module.path)", swiftSettings: swift)
  case .c(let target): target
  }
}

let built = modules.filter(isBuilt)

/// For Benchmarks/, which is a package of its own.
let measured: Set = [
  "BoothCore", "ConfigFiles", "BoothVault", "BoothSystem", "Imaging", "Video", "Screens", "BoothTesting",
  "ImageRegistration", "RegistrationTrial", "FeatureMatching", "ImageMetadata", "Thumbnails", "BoothStore",
  "BoothRuntime", "Cameras", "InputDevices", "Audio",
]

let package = Package(
  name: "booth",
  products: built.filter { measured.contains($0.name) }.map { .library(name: $0.name, targets: [$0.name]) },
  dependencies: packages.filter { only == nil || $0.only == "core" || $0.only == only }.map(\.package),
  targets: built.map(target))
