// swift-tools-version: 6.2
// Targets and what each may import: see "The house" in the documentation; Tests/HouseTests holds it.
import PackageDescription

/// `BOOTH_ONLY=core` leaves out every target that needs a network or database package, so that the middle and the
/// device drivers build and test in a minute; `BOOTH_ONLY=store` only those that need the network.
let only = Context.environment["BOOTH_ONLY"]

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Rooms that work on every pixel, or live through whole nights, are optimized in debug builds too: their loops are
/// fifty times slower otherwise, and the tests with them.
let pixelSettings = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]
let pixelRooms: Set = [
  "BoothImaging", "BoothClips", "BoothSystem", "BoothCameras", "BoothScreens", "BoothPanels", "BoothSound",
  "BoothSimulation", "BoothRegistration", "BoothFeatures", "RegistrationTrial", "PhotoCatalogs", "PhotoFolders",
  "PhotoIndex", "PhotoThumbnails", "PhotoFiles", "PhotoBrowser",
]

func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: pixelRooms.contains(name) ? pixelSettings : settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + ["BoothTesting"], swiftSettings: settings)
}

let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

var dependencies: [Package.Dependency] = [
  .package(url: "https://github.com/apple/swift-log", from: "1.16.0")
]

var targets: [Target] = [
  // Debian's libdrm-dev, for the kernel's own headers that it brings.
  .target(name: "CLinux"),
  .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
  // Debian's libpng-dev; compiled, as it reports faults by long jumps, which Swift cannot catch.
  .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),
  .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
  .systemLibrary(name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
  .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
  // Debian's libavformat-dev and libswscale-dev; compiled, as it loads the libraries only when they are needed.
  .target(name: "CFFmpeg", linkerSettings: [.linkedLibrary("dl")]),
  // Debian's libgpiod-dev; compiled, not only described, as its two versions differ in everything.
  .target(name: "CGPIOD", linkerSettings: [.linkedLibrary("gpiod")]),
  // Debian's libasound2-dev, for its header only: the library is loaded when somebody wants sound.
  .target(name: "CALSA"),
  .systemLibrary(name: "CGPhoto2", pkgConfig: "libgphoto2", providers: [.apt(["libgphoto2-dev"])]),
  // Debian's zlib1g-dev, which libpng brings, too.
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  room("BoothCore", []),
  room("BoothReaders", ["BoothCore"]),
  room("BoothVault", ["BoothCore", "ThenAndNow"]),
  room("BoothSupervision", ["BoothCore"]),
  room("BoothWords", ["BoothCore"]),
  room("ThenAndNow", ["BoothCore"]),
  room("StudioRules", ["BoothCore"]),
  room("PhotoCritiques", ["StudioRules"]),
  room("LocationSync", ["BoothCore", "ThenAndNow", "StudioRules"]),
  room("DailyReports", ["BoothCore", "ThenAndNow", "StudioRules"]),
  room("PhotoCatalogs", []),
  room("CatalogKeeping", ["PhotoBrowser", "PhotoCatalogs"]),
  // What a photo's file is and says, by few of its bytes.
  room("PhotoFiles", ["BoothCore"]),
  room("PhotoBrowser", ["BoothCore"]),
  room("HeldPhotos", ["PhotoBrowser"]),
  // The suite of sources of photographs.
  room("PhotoTesting", ["PhotoBrowser"]),
  // Debian's libjpeg62-turbo-dev; compiled, as it reports faults by long jumps.
  .target(name: "CPhotoJPEG", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("jpeg")]),
  // Debian's libvips42, without its headers: it is loaded by the process that reads pictures, and linked with nothing.
  .target(name: "CVips", linkerSettings: [.linkedLibrary("dl")]),
  room("PhotoThumbnails", ["BoothCore", "PhotoFiles", "BoothSystem", "CLinux", "CPhotoJPEG", "CVips", "CZlib"]),
  room("BoothArchives", ["CZlib"]),
  room("BoothRegistration", []),
  // Scenes from seeds, and how registration and guidance do in them: for tests and figures.
  room("RegistrationTrial", ["BoothRegistration"]),
  room("BoothSystem", ["BoothCore", "CLinux"]),
  room("PhotoFolders", ["PhotoBrowser", "HeldPhotos", "BoothSystem"]),
  // The arithmetic of the learned features, in C for its vector instructions.
  .target(name: "CFeatures", cSettings: [.unsafeFlags(["-O3"])]),
  room("BoothFeatures", ["BoothCore", "BoothRegistration", "BoothSystem", "CFeatures", "CLinux"]),
  room(
    "BoothImaging",
    ["BoothCore", "BoothRegistration", "CTurboJPEG", "CPNG", "CPangoCairo", "CFriBidi", "CQREncode"]),
  room("BoothClips", ["BoothCore", "BoothImaging", "BoothSystem", "CFFmpeg"]),
  room("BoothRuntime", ["BoothCore", "BoothWords", "BoothSupervision", "BoothSystem", "CLinux", logging]),
  room(
    "BoothCameras",
    ["BoothCore", "BoothImaging", "BoothReaders", "BoothSystem", "PhotoFiles", "CGPhoto2", "CLinux", logging]),
  room("BoothScreens", ["BoothCore", "BoothWords", "BoothImaging", "BoothSystem", "CLinux", logging]),
  room("BoothPanels", ["BoothCore", "BoothSystem", "CGPIOD", "CLinux", logging]),
  room("BoothSound", ["BoothCore", "BoothWords", "BoothSystem", "CALSA", "CLinux", logging]),
  room("BoothControl", ["BoothCore", "BoothSystem", "CLinux"]),
  room("BoothOperator", ["BoothCore", "BoothRuntime"]),
  room("BoothSimulation", ["BoothCore", "ThenAndNow", "BoothSupervision", "BoothVault"]),
  room("BoothTesting", ["BoothCore", "ThenAndNow", "BoothImaging", "BoothSystem", "BoothVault", "CLinux"]),
  // The suite of the studio's ports, apart from the booth's, so that neither is built for the other's tests.
  room("StudioTesting", ["BoothCore", "StudioRules", "BoothTesting"]),
  // The camera's process without the rest of the program, for the drivers' tests.
  .executableTarget(name: "CameraHelper", dependencies: ["BoothCameras"], swiftSettings: settings),
  // The process that finds features without the rest of the program, for its tests.
  .executableTarget(name: "FeatureHelper", dependencies: ["BoothFeatures"], swiftSettings: settings),
  // The process that reads pictures without the rest of the program, for its tests and figures.
  .executableTarget(
    name: "PictureHelper", dependencies: ["PhotoFiles", "PhotoThumbnails"], swiftSettings: settings),
  // The guests' screen on a real display without the rest of the program, for Scripts/lab/screen-session.
  .executableTarget(
    name: "ScreenTrial", dependencies: ["BoothCore", "BoothScreens", logging], swiftSettings: settings),
  .testTarget(name: "HouseTests", swiftSettings: settings),
  tests("BoothCore", ["BoothCore"]),
  tests("BoothReaders", ["BoothCore", "BoothWords", "BoothReaders"]),
  tests("BoothVault", ["BoothCore", "ThenAndNow", "BoothVault"]),
  tests("BoothSupervision", ["BoothCore", "BoothSupervision"]),
  tests("BoothWords", ["BoothCore", "BoothWords"]),
  tests("ThenAndNow", ["BoothCore", "ThenAndNow"]),
  tests("StudioRules", ["BoothCore", "StudioRules", "StudioTesting"]),
  tests("PhotoCritiques", ["StudioRules", "PhotoCritiques", "StudioTesting"]),
  tests("LocationSync", ["BoothCore", "ThenAndNow", "StudioRules", "LocationSync", "StudioTesting"]),
  tests("DailyReports", ["BoothCore", "ThenAndNow", "StudioRules", "StudioTesting", "DailyReports"]),
  tests("PhotoCatalogs", ["BoothCore", "PhotoCatalogs"]),
  tests("CatalogKeeping", ["BoothCore", "PhotoBrowser", "PhotoCatalogs", "CatalogKeeping"]),
  tests("PhotoBrowser", ["PhotoBrowser"]),
  tests("PhotoFiles", ["BoothCore", "PhotoFiles"]),
  tests("PhotoFolders", ["PhotoBrowser", "BoothSystem", "PhotoFolders", "PhotoTesting"]),
  tests(
    "PhotoThumbnails",
    [
      "BoothCore", "PhotoFiles", "BoothSystem", "PhotoThumbnails", "CLinux", "CPhotoJPEG", "CTurboJPEG",
      "PictureHelper",
    ]),
  tests("BoothArchives", ["BoothArchives"]),
  tests("BoothRegistration", ["BoothRegistration", "RegistrationTrial"]),
  tests(
    "BoothFeatures",
    ["BoothCore", "BoothRegistration", "BoothSystem", "BoothFeatures", "CFeatures", "FeatureHelper"]),
  tests("BoothSystem", ["BoothCore", "BoothSystem", "CLinux"]),
  tests("BoothImaging", ["BoothCore", "BoothRegistration", "BoothImaging", "CPangoCairo"]),
  tests("BoothClips", ["BoothCore", "BoothImaging", "BoothClips"]),
  tests("BoothRuntime", ["BoothCore", "BoothSupervision", "BoothSystem", "BoothRuntime", logging]),
  tests(
    "BoothCameras",
    [
      "BoothCore", "BoothImaging", "BoothReaders", "BoothSystem", "PhotoFiles", "BoothCameras", "CameraHelper",
      "CLinux",
      logging,
    ]),
  tests(
    "BoothScreens",
    [
      "BoothCore", "BoothWords", "BoothImaging", "BoothSystem", "BoothScreens", "BoothPanels", "CLinux", logging,
    ]),
  tests("BoothPanels", ["BoothCore", "BoothSystem", "BoothPanels", "CLinux", logging]),
  tests("BoothSound", ["BoothCore", "BoothWords", "BoothSystem", "BoothSound", "CLinux", logging]),
  tests("BoothOperator", ["BoothCore", "BoothRuntime", "BoothOperator"]),
  tests("BoothControl", ["BoothCore", "BoothSystem", "BoothControl", "CLinux"]),
  tests("BoothSimulation", ["BoothCore", "ThenAndNow", "BoothSupervision", "BoothVault", "BoothSimulation"]),
]

if only != "core" {
  dependencies += [
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ]
  let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
  let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
  targets += [
    room(
      "BoothStore", ["BoothCore", "ThenAndNow", "BoothReaders", "BoothSystem", "BoothVault", "CLinux", grdb, crypto]),
    tests("BoothStore", ["BoothCore", "ThenAndNow", "BoothReaders", "BoothSystem", "BoothVault", "BoothStore", grdb]),
    // Libraries of Apple Photos, from a copy or a mounted disk.
    room("ApplePhotos", ["BoothSystem", "PhotoBrowser", "HeldPhotos", "PhotoCatalogs", grdb]),
    tests("ApplePhotos", ["BoothSystem", "PhotoBrowser", "PhotoCatalogs", "ApplePhotos", "PhotoTesting", grdb]),
    room("PhotoIndex", ["PhotoBrowser", "BoothSystem", grdb]),
    tests("PhotoIndex", ["PhotoBrowser", "BoothSystem", "PhotoFolders", "PhotoIndex", grdb]),
    room(
      "StudioStore",
      [
        "BoothCore", "StudioRules", "BoothSystem", grdb, crypto,
        .product(name: "CryptoExtras", package: "swift-crypto"),
      ]),
    tests("StudioStore", ["BoothCore", "BoothSystem", "StudioRules", "StudioStore", "StudioTesting", grdb]),
  ]
}

if only == nil {
  dependencies += [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ]
  let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
  let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
  let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
  let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
  let client = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
  targets += [
    // What is said of connections that fail.
    room(
      "ConnectionWords",
      [
        "BoothCore", client, .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    room(
      "BoothRemote",
      [
        "BoothCore", "ThenAndNow", "StudioRules", "DailyReports", "ConnectionWords", client,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    room(
      "FirestoreREST",
      [
        "BoothCore", "StudioRules", "ConnectionWords", client, .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    tests("FirestoreREST", ["BoothCore", "StudioRules", "StudioStore", "StudioTesting", "FirestoreREST"]),
    // Buckets of any maker that speaks S3.
    room(
      "S3Storage",
      [
        "BoothCore", "ConnectionWords", client, crypto, .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    tests(
      "S3Storage",
      [
        "BoothCore", "S3Storage", client, .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    // The booth's own sessions, and every place with photographs that is no plain folder.
    room("PhotoSessions", ["BoothCore", "BoothStore", "PhotoBrowser", "HeldPhotos"]),
    tests("PhotoSessions", ["BoothCore", "BoothStore", "PhotoBrowser", "PhotoSessions", "PhotoTesting"]),
    room("PhotoOpening", ["ApplePhotos", "PhotoBrowser", "PhotoBuckets", "PhotoSessions", "S3Storage"]),
    tests(
      "PhotoOpening", ["ApplePhotos", "PhotoBrowser", "PhotoBuckets", "PhotoSessions", "S3Storage", "PhotoOpening"]),
    room("PhotoBuckets", ["PhotoBrowser", "HeldPhotos", "PhotoCatalogs", "S3Storage"]),
    tests("PhotoBuckets", ["PhotoBrowser", "PhotoCatalogs", "S3Storage", "PhotoBuckets", "PhotoTesting"]),
    room("BoothWeb", ["BoothCore", hummingbird, crypto, .product(name: "NIOHTTP1", package: "swift-nio")]),
    room("BoothGallery", ["BoothCore", "BoothWords", "BoothArchives", "BoothWeb", hummingbird, crypto]),
    room("BoothStudio", ["BoothCore", "StudioRules", "BoothWeb", hummingbird, crypto]),
    room(
      "StudioTraining",
      ["BoothCore", "PhotoCritiques", "StudioRules", "BoothWeb", "BoothStudio", hummingbird, httpTypes]),
    room(
      "StudioPlaces",
      [
        "BoothCore", "BoothWords", "ThenAndNow", "StudioRules", "BoothWeb", "BoothStudio", hummingbird, httpTypes,
        crypto,
      ]),
    // Daily reports for other programs and for paper.
    room(
      "ReportExports", ["BoothCore", "StudioRules", "DailyReports", "BoothArchives", "BoothSystem", "BoothImaging"]),
    tests(
      "ReportExports",
      ["BoothCore", "StudioRules", "DailyReports", "BoothArchives", "BoothImaging", "ReportExports", "StudioTesting"]),
    // Daily reports: a tenant of the studio.
    room(
      "StudioReports",
      [
        "BoothCore", "ThenAndNow", "StudioRules", "DailyReports", "ReportExports", "BoothArchives", "BoothWeb",
        "BoothStudio", hummingbird, httpTypes,
      ]),
    // The photo browser: a tenant of the studio.
    room(
      "StudioPhotos",
      [
        "BoothCore", "PhotoBrowser", "PhotoFiles", "StudioRules", "BoothArchives", "BoothWeb", "BoothStudio",
        hummingbird,
        httpTypes,
      ]),
    // What one studio asks another.
    room(
      "StudioClient",
      [
        "BoothCore", "StudioRules", "BoothSystem", "ConnectionWords", "BoothWeb", "BoothStudio", "BoothProgram", client,
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    tests("StudioClient", ["ConnectionWords", "StudioRules", "StudioClient"]),
    // The studio on an organisation's Firebase: its accounts, whose store and whose rights a tenant's calls have.
    room(
      "StudioFirebase",
      [
        "BoothCore", "StudioRules", "BoothSystem", "StudioStore", "FirestoreREST", "BoothWeb", "BoothStudio",
        "BoothProgram", crypto, hummingbird, httpTypes,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "StudioFirebase",
      [
        "BoothCore", "StudioRules", "StudioStore", "FirestoreREST", "StudioTesting", "StudioFirebase", "BoothWeb",
        "BoothStudio", "BoothProgram", "StudioTraining", "PhotoCritiques", "DailyReports", hummingbird, client,
        httpTypes, logging,
      ]),
    // What all the program's commands share: settings, output, errors.
    room(
      "BoothProgram",
      [
        "BoothCore", "BoothReaders", "BoothScreens", "BoothSound", "BoothStore", "BoothSupervision", "BoothSystem",
        logging,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
      ]),
    // The commands of daily reports, and the studio's folder as commands open it.
    // Pictures that people send, of every kind that can be read.
    room(
      "PictureReception",
      [
        "BoothCore", "StudioRules", "BoothSystem", "BoothImaging", "PhotoThumbnails", "BoothProgram",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests("PictureReception", ["BoothCore", "StudioRules", "BoothImaging", "PictureReception"]),
    room(
      "ReportCommands",
      [
        "BoothCore", "StudioRules", "DailyReports", "ReportExports", "BoothArchives", "BoothSystem", "BoothImaging",
        "BoothRuntime", "StudioStore", "BoothProgram", crypto,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // The studio's locations over a data folder.
    room(
      "StudioBooks",
      [
        "BoothCore", "ThenAndNow", "StudioRules", "LocationSync", "BoothRegistration", "BoothSystem", "BoothImaging",
        "BoothRuntime", "BoothStore", "BoothVault", "BoothWeb", "StudioPlaces", "BoothProgram",
      ]),
    // Old and new picture beside each other, as commands and the booth use it.
    room(
      "BoothPairs",
      [
        "BoothCore", "ThenAndNow", "BoothRegistration", "BoothSystem", "BoothImaging", "BoothClips", "BoothRuntime",
        "BoothProgram", logging,
      ]),
    // Photographs from the command line, and all that a data folder has of them.
    room(
      "PhotoCommands",
      [
        "BoothCore", "BoothSystem", "BoothProgram", "PhotoBrowser", "HeldPhotos", "PhotoFolders", "PhotoIndex",
        "PhotoCatalogs", "CatalogKeeping", "PhotoOpening", "PhotoFiles", "PhotoThumbnails", crypto,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    tests(
      "PhotoCommands",
      [
        "BoothCore", "BoothImaging", "BoothProgram", "BoothStore", "PhotoBrowser", "PhotoCatalogs", "CatalogKeeping",
        "PhotoFiles", "PhotoIndex", "PhotoThumbnails",
        "PhotoCommands",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "booth",
      dependencies: [
        "BoothProgram", "BoothPairs", "PictureReception", "ReportCommands", "StudioBooks", "StudioClient", "BoothCore",
        "BoothWords", "ThenAndNow",
        "BoothArchives",
        "BoothRegistration",
        "BoothFeatures", "BoothReaders",
        "BoothVault", "BoothSupervision", "BoothSystem", "BoothImaging", "BoothClips", "BoothRuntime",
        "BoothCameras", "BoothScreens", "BoothPanels", "BoothSound", "BoothControl", "BoothOperator", "BoothStore",
        "BoothRemote",
        "BoothWeb", "BoothGallery", "StudioRules", "StudioStore", "BoothStudio", "StudioTraining", "BoothSimulation",
        "CLinux", "LocationSync", "FirestoreREST", "StudioPlaces", "DailyReports", "StudioReports", "StudioFirebase",
        "PhotoCommands", "StudioPhotos", "PhotoThumbnails", logging, crypto,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        lifecycle,
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    tests(
      "StudioPhotos",
      [
        "BoothCore", "BoothImaging", "BoothStore", "PhotoBrowser", "PhotoCommands", "PhotoFiles", "StudioRules",
        "StudioStore",
        "BoothArchives", "BoothStudio", "StudioPhotos", "BoothWeb", hummingbird, client, httpTypes, logging,
      ]),
    tests(
      "StudioReports",
      [
        "BoothCore", "ThenAndNow", "StudioRules", "DailyReports", "BoothWeb", "BoothStudio", "StudioReports",
        "StudioStore", "StudioTesting", "FirestoreREST", hummingbird, client, httpTypes, logging,
      ]),
    tests(
      "ReportCommands",
      [
        "BoothCore", "BoothSystem", "StudioRules", "DailyReports", "BoothArchives", "BoothImaging", "StudioStore",
        "StudioTesting",
        "ReportCommands", crypto,
      ]),
    tests(
      "BoothRemote",
      [
        "BoothCore", "ThenAndNow", "StudioRules", "DailyReports", "BoothRemote", hummingbird, httpTypes, lifecycle,
        logging,
      ]),
    tests(
      "BoothGallery",
      [
        "BoothCore", "BoothArchives", "BoothGallery", "BoothRemote", "BoothStore", "BoothWeb", hummingbird, client,
        httpTypes,
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    tests(
      "StudioPlaces",
      [
        "BoothCore", "ThenAndNow", "StudioRules", "StudioStore", "BoothStudio", "StudioPlaces", "BoothWeb", hummingbird,
        client, httpTypes, logging,
      ]),
    tests(
      "BoothStudio",
      [
        "BoothCore", "StudioRules", "StudioStore", "BoothStudio", "BoothWeb", "StudioTraining", "PhotoCritiques",
        "StudioReports", "DailyReports", "StudioTesting", hummingbird, client, httpTypes,
      ]),
    tests(
      "StudioTraining",
      [
        "BoothCore", "PhotoCritiques", "StudioRules", "StudioStore", "StudioTesting", "BoothStudio", "StudioTraining",
        "FirestoreREST", "BoothWeb", hummingbird, client, httpTypes,
      ]),
    tests(
      "Booth",
      [
        "BoothCore", "BoothWords", "ThenAndNow", "BoothArchives", "BoothRegistration", "BoothReaders", "BoothVault",
        "BoothSupervision",
        "BoothSystem", "BoothImaging", "BoothCameras", "BoothScreens",
        "BoothControl", "BoothOperator", "BoothRemote", "BoothRuntime", "BoothStore", "RegistrationTrial", "booth",
        "BoothProgram", "BoothPairs", "StudioBooks", "StudioPlaces", "LocationSync", "StudioRules", "StudioTesting",
        "DailyReports", "ReportCommands", "BoothWeb", "BoothStudio", "StudioStore", "StudioPhotos", "StudioReports",
        "StudioTraining", "FirestoreREST", "S3Storage", "StudioClient",
        hummingbird,
        client,
        logging,
      ]),
  ]
}

// For Benchmarks/, which is a package of its own.
let rooms =
  [
    "BoothCore", "BoothReaders", "BoothVault", "BoothSystem", "BoothImaging", "BoothClips", "BoothScreens",
    "BoothTesting", "BoothRegistration", "RegistrationTrial", "BoothFeatures", "PhotoFiles", "PhotoThumbnails",
  ]
  + (only == "core" ? [] : ["BoothStore", "BoothRuntime", "BoothCameras", "BoothPanels", "BoothSound"])

let package = Package(
  name: "booth", products: rooms.map { .library(name: $0, targets: [$0]) }, dependencies: dependencies,
  targets: targets)
