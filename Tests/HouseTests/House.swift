/// The house as a table: who lives there, what each may import. "The house" in the documentation explains it.
enum House {
  struct Room {
    /// Other targets of this package.
    var targets: Set<String>
    /// Modules of other packages, and of the toolchain.
    var outside: Set<String>
    /// What the room's tests may import besides, or nil where it has none of its own.
    var tests: Extra?

    init(_ targets: Set<String> = [], outside: Set<String> = [], tests: Extra? = nil) {
      self.targets = targets
      self.outside = outside
      self.tests = tests
    }
  }

  struct Extra {
    var targets: Set<String> = []
    var outside: Set<String> = []
  }

  /// What every room but the middle may use of the system. The middle touches nothing.
  static let system: Set<String> = ["FoundationEssentials", "Glibc", "Synchronization"]

  /// Hummingbird and AsyncHTTPClient, with the modules that their own interfaces speak of.
  static let web: Set<String> = [
    "Hummingbird", "HummingbirdCore", "HTTPTypes", "Logging", "NIOCore", "NIOHTTPTypes", "ServiceLifecycle",
  ]
  static let client: Set<String> = ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOSSL"]

  static let imaging: Set<String> = ["CTurboJPEG", "CPNG", "CPangoCairo", "CFriBidi", "CQREncode"]

  static let rooms: [String: Room] = [
    "CLinux": Room(), "CTurboJPEG": Room(), "CPNG": Room(), "CPangoCairo": Room(), "CFriBidi": Room(),
    "CQREncode": Room(), "CZlib": Room(),
    "CPhotoJPEG": Room(), "CVips": Room(),
    "CFFmpeg": Room(), "CALSA": Room(), "CGPIOD": Room(), "CGPhoto2": Room(),
    "BoothCore": Room(outside: ["FoundationEssentials"], tests: Extra(outside: system)),
    "BoothReaders": Room(
      ["BoothCore"], outside: ["FoundationEssentials"], tests: Extra(targets: ["BoothWords"], outside: system)),
    "BoothVault": Room(["BoothCore", "ThenAndNow"], outside: ["FoundationEssentials"], tests: Extra(outside: system)),
    "BoothSupervision": Room(["BoothCore"], outside: ["FoundationEssentials"], tests: Extra(outside: system)),
    "BoothWords": Room(["BoothCore"], outside: ["FoundationEssentials"], tests: Extra(outside: system)),
    "ThenAndNow": Room(["BoothCore"], outside: ["FoundationEssentials"], tests: Extra(outside: system)),
    "StudioRules": Room(
      ["BoothCore"], outside: ["FoundationEssentials"], tests: Extra(targets: ["StudioTesting"], outside: system)),
    "PhotoCritiques": Room(["StudioRules"], tests: Extra(targets: ["StudioTesting"], outside: system)),
    "LocationSync": Room(
      ["BoothCore", "ThenAndNow", "StudioRules"], outside: ["FoundationEssentials"],
      tests: Extra(targets: ["StudioTesting"], outside: system)),
    "DailyReports": Room(
      ["BoothCore", "ThenAndNow", "StudioRules"], outside: ["FoundationEssentials"],
      tests: Extra(targets: ["StudioTesting"], outside: system)),
    "CatalogKeeping": Room(
      ["PhotoBrowser", "PhotoCatalogs"], outside: system, tests: Extra(targets: ["BoothCore"])),
    "PhotoCatalogs": Room(tests: Extra(targets: ["BoothCore"], outside: system)),
    "PhotoBrowser": Room(["BoothCore"], outside: ["FoundationEssentials", "Swift"], tests: Extra(outside: system)),
    "HeldPhotos": Room(["PhotoBrowser"], outside: system),
    "PhotoFiles": Room(["BoothCore"], outside: ["FoundationEssentials"], tests: Extra(outside: system)),
    "PhotoFolders": Room(
      ["PhotoBrowser", "HeldPhotos", "BoothSystem"], outside: system, tests: Extra(targets: ["PhotoTesting"])),
    "PhotoIndex": Room(
      ["PhotoBrowser", "BoothSystem"], outside: system.union(["GRDB"]), tests: Extra(targets: ["PhotoFolders"])),
    "PhotoThumbnails": Room(
      ["BoothCore", "PhotoFiles", "BoothSystem", "CLinux", "CPhotoJPEG", "CVips", "CZlib"], outside: system,
      tests: Extra(targets: ["CTurboJPEG", "PictureHelper"])),
    "PictureHelper": Room(["PhotoFiles", "PhotoThumbnails"], outside: system),
    "BoothArchives": Room(["CZlib"], outside: system, tests: Extra()),
    "BoothRegistration": Room(outside: system, tests: Extra(targets: ["RegistrationTrial"])),
    "RegistrationTrial": Room(["BoothRegistration"], outside: system),
    "CFeatures": Room(),
    "BoothFeatures": Room(
      ["BoothCore", "BoothRegistration", "BoothSystem", "CFeatures", "CLinux"], outside: system,
      tests: Extra(targets: ["FeatureHelper"])),
    "BoothSystem": Room(["BoothCore", "CLinux"], outside: system, tests: Extra()),
    "BoothImaging": Room(imaging.union(["BoothCore", "BoothRegistration"]), outside: system, tests: Extra()),
    "BoothClips": Room(["BoothCore", "BoothImaging", "BoothSystem", "CFFmpeg"], outside: system, tests: Extra()),
    "BoothRuntime": Room(
      ["BoothCore", "BoothWords", "BoothSupervision", "BoothSystem", "CLinux"],
      outside: system.union(["Dispatch", "Logging"]),
      tests: Extra()),
    "BoothCameras": Room(
      ["BoothCore", "BoothImaging", "BoothReaders", "BoothSystem", "PhotoFiles", "CGPhoto2", "CLinux"],
      outside: system.union(["Logging"]), tests: Extra(targets: ["CameraHelper"])),
    "BoothScreens": Room(
      ["BoothCore", "BoothWords", "BoothImaging", "BoothSystem", "CLinux"], outside: system.union(["Logging"]),
      tests: Extra(targets: ["BoothPanels"])),
    "BoothPanels": Room(
      ["BoothCore", "BoothSystem", "CGPIOD", "CLinux"], outside: system.union(["Logging"]), tests: Extra()),
    "BoothSound": Room(
      ["BoothCore", "BoothWords", "BoothSystem", "CALSA", "CLinux"], outside: system.union(["Logging"]), tests: Extra()),
    "CameraHelper": Room(["BoothCameras"]),
    "FeatureHelper": Room(["BoothFeatures"], outside: system),
    "ScreenTrial": Room(["BoothCore", "BoothScreens"], outside: system.union(["Logging"])),
    "BoothOperator": Room(["BoothCore", "BoothRuntime"], outside: system, tests: Extra()),
    "BoothControl": Room(["BoothCore", "BoothSystem", "CLinux"], outside: system, tests: Extra()),
    "BoothStore": Room(
      ["BoothCore", "ThenAndNow", "BoothReaders", "BoothSystem", "BoothVault", "CLinux"],
      outside: system.union(["Dispatch", "GRDB", "Crypto"]), tests: Extra()),
    "StudioStore": Room(
      ["BoothCore", "StudioRules", "BoothSystem"], outside: system.union(["GRDB", "Crypto", "CryptoExtras"]),
      tests: Extra(targets: ["StudioTesting"])),
    // Not in BoothTesting: what is built for the booth's tests need not know the studio, nor the other way round.
    "StudioTesting": Room(["BoothCore", "StudioRules", "BoothTesting"], outside: system.union(["Testing"])),
    "ConnectionWords": Room(["BoothCore"], outside: system.union(client)),
    "BoothRemote": Room(
      ["BoothCore", "ThenAndNow", "StudioRules", "DailyReports", "ConnectionWords"],
      outside: system.union(client).union(["Crypto"]),
      tests: Extra(outside: web)),
    "FirestoreREST": Room(
      ["BoothCore", "StudioRules", "ConnectionWords"], outside: system.union(client),
      tests: Extra(targets: ["StudioStore", "StudioTesting"])),
    "S3Storage": Room(
      ["BoothCore", "ConnectionWords"], outside: system.union(client).union(["Crypto"]), tests: Extra()),
    "ApplePhotos": Room(
      ["BoothSystem", "PhotoBrowser", "HeldPhotos", "PhotoCatalogs"], outside: system.union(["GRDB"]),
      tests: Extra(targets: ["PhotoTesting"])),
    "PhotoBuckets": Room(
      ["PhotoBrowser", "HeldPhotos", "PhotoCatalogs", "S3Storage"], outside: system,
      tests: Extra(targets: ["PhotoTesting"])),
    "PhotoTesting": Room(["PhotoBrowser"], outside: system.union(["Testing"])),
    "PhotoSessions": Room(
      ["BoothCore", "BoothStore", "PhotoBrowser", "HeldPhotos"], outside: system,
      tests: Extra(targets: ["PhotoTesting"])),
    "PhotoOpening": Room(
      ["ApplePhotos", "PhotoBrowser", "PhotoBuckets", "PhotoSessions", "S3Storage"], outside: system, tests: Extra()),
    "BoothWeb": Room(["BoothCore"], outside: system.union(web).union(["Crypto", "NIOHTTP1"])),
    "BoothGallery": Room(
      ["BoothCore", "BoothWords", "BoothArchives", "BoothWeb"], outside: system.union(web).union(["Crypto"]),
      tests: Extra(
        targets: ["BoothRemote", "BoothStore"], outside: client.union(["HummingbirdTesting", "NIOEmbedded"]))),
    "BoothStudio": Room(
      ["BoothCore", "StudioRules", "BoothWeb"], outside: system.union(web).union(["Crypto"]),
      tests: Extra(
        targets: ["StudioStore", "StudioTraining", "PhotoCritiques", "StudioReports", "DailyReports", "StudioTesting"],
        outside: client)),
    "StudioTraining": Room(
      ["BoothCore", "PhotoCritiques", "StudioRules", "BoothWeb", "BoothStudio"], outside: system.union(web),
      tests: Extra(targets: ["StudioStore", "StudioTesting", "FirestoreREST"], outside: client)),
    "StudioPlaces": Room(
      ["BoothCore", "BoothWords", "ThenAndNow", "StudioRules", "BoothWeb", "BoothStudio"],
      outside: system.union(web).union(["Crypto"]), tests: Extra(targets: ["StudioStore"], outside: client)),
    "ReportExports": Room(
      ["BoothCore", "StudioRules", "DailyReports", "BoothArchives", "BoothSystem", "BoothImaging"], outside: system,
      tests: Extra(targets: ["StudioTesting"])),
    "StudioReports": Room(
      [
        "BoothCore", "ThenAndNow", "StudioRules", "DailyReports", "ReportExports", "BoothArchives", "BoothWeb",
        "BoothStudio",
      ],
      outside: system.union(web),
      tests: Extra(targets: ["StudioStore", "StudioTesting", "FirestoreREST"], outside: client)),
    "BoothSimulation": Room(
      ["BoothCore", "ThenAndNow", "BoothSupervision", "BoothVault"], outside: ["FoundationEssentials"], tests: Extra()),
    "BoothTesting": Room(
      ["BoothCore", "ThenAndNow", "BoothImaging", "BoothSystem", "BoothVault", "CLinux"],
      outside: system.union(["Testing"])),
    "StudioClient": Room(
      ["BoothCore", "StudioRules", "BoothSystem", "ConnectionWords", "BoothWeb", "BoothStudio", "BoothProgram"],
      outside: system.union(["AsyncHTTPClient", "NIOCore", "NIOHTTP1"]), tests: Extra()),
    "StudioFirebase": Room(
      [
        "BoothCore", "StudioRules", "BoothSystem", "StudioStore", "FirestoreREST", "BoothWeb", "BoothStudio",
        "BoothProgram",
      ],
      outside: system.union(["ArgumentParser", "Crypto", "Hummingbird", "HTTPTypes"]),
      tests: Extra(
        targets: ["StudioTesting", "StudioTraining", "PhotoCritiques", "DailyReports"], outside: client.union(web))),
    "BoothProgram": Room(
      ["BoothCore", "BoothReaders", "BoothScreens", "BoothSound", "BoothStore", "BoothSupervision", "BoothSystem"],
      outside: system.union(["ArgumentParser", "Configuration", "Logging"])),
    "PictureReception": Room(
      ["BoothCore", "StudioRules", "BoothSystem", "BoothImaging", "PhotoThumbnails", "BoothProgram"],
      outside: system.union(["ArgumentParser"]), tests: Extra()),
    "ReportCommands": Room(
      [
        "BoothCore", "StudioRules", "DailyReports", "ReportExports", "BoothArchives", "BoothSystem", "BoothImaging",
        "BoothRuntime", "StudioStore", "BoothProgram",
      ],
      outside: system.union(["ArgumentParser", "Crypto"]), tests: Extra(targets: ["StudioTesting"])),
    "StudioBooks": Room(
      [
        "BoothCore", "ThenAndNow", "StudioRules", "LocationSync", "BoothRegistration", "BoothSystem", "BoothImaging",
        "BoothRuntime", "BoothStore", "BoothVault", "BoothWeb", "StudioPlaces", "BoothProgram",
      ],
      outside: system.union(["Dispatch"])),
    "BoothPairs": Room(
      [
        "BoothCore", "ThenAndNow", "BoothRegistration", "BoothSystem", "BoothImaging", "BoothClips", "BoothRuntime",
        "BoothProgram",
      ],
      outside: system.union(["Dispatch", "Logging"])),
    "StudioPhotos": Room(
      ["BoothCore", "PhotoBrowser", "PhotoFiles", "StudioRules", "BoothArchives", "BoothWeb", "BoothStudio"],
      outside: system.union(web),
      tests: Extra(targets: ["StudioStore", "PhotoCommands", "BoothImaging", "BoothStore"], outside: client)),
    "PhotoCommands": Room(
      [
        "BoothCore", "BoothSystem", "BoothProgram", "PhotoBrowser", "HeldPhotos", "PhotoFolders", "PhotoIndex",
        "PhotoCatalogs", "CatalogKeeping", "PhotoOpening", "PhotoFiles", "PhotoThumbnails",
      ],
      outside: system.union(["ArgumentParser", "Crypto"]), tests: Extra(targets: ["BoothStore", "BoothImaging"])),
    "booth": Room(
      [
        "BoothProgram", "BoothPairs", "PictureReception", "ReportCommands", "StudioBooks", "StudioClient", "BoothCore",
        "BoothWords",
        "ThenAndNow",
        "BoothArchives",
        "BoothRegistration",
        "BoothFeatures", "BoothReaders",
        "BoothVault", "BoothSupervision", "BoothSystem", "BoothImaging", "BoothClips", "BoothRuntime",
        "BoothCameras", "BoothScreens", "BoothPanels", "BoothSound", "BoothControl", "BoothOperator", "BoothStore",
        "BoothRemote",
        "BoothWeb", "BoothGallery", "StudioRules", "StudioStore", "BoothStudio", "StudioTraining", "StudioPlaces",
        "DailyReports", "StudioReports", "PhotoCommands", "StudioPhotos", "BoothSimulation", "CLinux", "LocationSync",
        "FirestoreREST", "StudioFirebase", "PhotoThumbnails",
      ],
      outside: system.union([
        "Dispatch", "ArgumentParser", "Configuration", "ServiceLifecycle", "UnixSignals", "Logging",
        "AsyncHTTPClient", "Crypto",
        "Hummingbird",
      ]),
      tests: Extra(targets: ["RegistrationTrial", "StudioTesting", "S3Storage"], outside: client)),
  ]

  /// Every target with its row, test targets among them: a room's tests may import the room.
  static let targets: [String: Room] = {
    var targets = rooms
    targets["HouseTests"] = Room(outside: ["Testing", "FoundationEssentials"])
    for (name, room) in rooms {
      guard let tests = room.tests else { continue }
      targets[testTarget(of: name)] = Room(
        room.targets.union(tests.targets).union([name, "BoothTesting"]),
        outside: room.outside.union(tests.outside).union(["Testing"]))
    }
    return targets
  }()

  static func testTarget(of room: String) -> String { room == "booth" ? "BoothTests" : room + "Tests" }

  /// Files that need all of Foundation, with the reason.
  static let needFoundation: [String: String] = [
    "Tests/BoothTests/BadInputTests.swift": "speaks to the program that Process started",
    "Tests/BoothTests/ProofTests.swift": "removes and damages files between runs of the program",
    "Tests/BoothTests/Kills/KillTests.swift": "speaks to the program that Process started",
    "Tests/BoothTests/Kills/LabRun.swift": "starts the program to be killed: Process is nowhere else",
    "Tests/BoothTests/Kills/PowerCutTests.swift": "reads what the script that cuts the power says",
    "Tests/BoothTests/Kills/WriteLogTests.swift": "writes into the middle of a disk's image",
    "Tests/BoothTests/Kills/LocationSyncTests.swift": "copies folders, and speaks to the program that Process started",
    "Tests/BoothTests/Kills/LocationKillTests.swift": "copies and lists what the program has written before it died",
    "Tests/BoothTests/LocationImportTests.swift": "starts a gpsd: Process is nowhere else",
    "Tests/BoothTests/SimulatedReceiver.swift": "has a thread of its own, and formats sentences",
    "Tests/S3StorageTests/WeedServer.swift": "starts a server: Process is nowhere else",
    "Tests/BoothTests/LocationSessionTests.swift": "speaks to the program that Process started",
    "Tests/BoothTests/Program.swift": "starts the program: Process is nowhere else",
    "Tests/BoothTests/TerminalCodeTests.swift": "speaks to the programs that Process started",
    "Tests/BoothTests/WholeSessionTests.swift": "speaks to the program that Process started",
  ]
}
