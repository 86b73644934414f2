/// The domains, which are the folders of `Sources/`, and which of the others each may import. "Architecture" in the
/// documentation explains them. What a single module imports is declared in `Package.swift`, and the build refuses the rest.
enum House {
  static let domains: [String: Set<String>] = [
    "CLibraries": [],
    "Core": [],
    "Support": ["CLibraries", "Core"],
    "Booth": ["CLibraries", "Core", "Support"],
    "Media": ["CLibraries", "Core", "Support"],
    "Devices": ["CLibraries", "Core", "Support", "Media"],
    "Gallery": ["Core", "Support"],
    "Studio": ["Core", "Support", "Media"],
    "ThenAndNow": ["CLibraries", "Core", "Support", "Booth", "Media", "Studio"],
    "Photos": ["Core", "Support", "Booth", "Media", "Studio"],
    "Program": [
      "CLibraries", "Core", "Support", "Booth", "Media", "Devices", "Gallery", "Studio", "ThenAndNow", "Photos",
    ],
    "Testing": ["CLibraries", "Core", "Support", "Booth", "Media", "Devices", "Studio", "ThenAndNow", "Photos"],
  ]

  /// Modules that decide and calculate without touching the system: no clock, file, thread or network. They import nothing of
  /// the toolchain but `FoundationEssentials`.
  static let pure: Set<String> = [
    "BoothCore", "ConfigFiles", "Locations", "NightReports", "BoothVault", "BoothSimulation", "ImageMetadata",
    "Documents", "StudioModel", "LocationSync", "PhotoModel",
  ]

  /// What a pure module may not import of the toolchain.
  static let system: Set<String> = ["Foundation", "Glibc", "Synchronization", "Dispatch"]

  /// Files that need all of Foundation, with the reason.
  static let needFoundation: [String: String] = [
    "Tests/MQTTTests/Shell.swift": "starts a program of the system: Process is nowhere else",
    "Tests/ProgramTests/BadInputTests.swift": "speaks to the program that Process started",
    "Tests/ProgramTests/ProofTests.swift": "removes and damages files between runs of the program",
    "Tests/ProgramTests/Kills/KillTests.swift": "speaks to the program that Process started",
    "Tests/ProgramTests/Kills/LabRun.swift": "starts the program to be killed: Process is nowhere else",
    "Tests/ProgramTests/Kills/PowerCutTests.swift": "reads what the script that cuts the power says",
    "Tests/ProgramTests/Kills/WriteLogTests.swift": "writes into the middle of a disk's image",
    "Tests/ProgramTests/Kills/LocationSyncTests.swift":
      "copies folders, and speaks to the program that Process started",
    "Tests/ProgramTests/Kills/LocationKillTests.swift": "copies and lists what the program has written before it died",
    "Tests/ProgramTests/LocationImportTests.swift": "starts a gpsd: Process is nowhere else",
    "Tests/ProgramTests/SimulatedReceiver.swift": "has a thread of its own, and formats sentences",
    "Tests/ProgramTests/LocationSessionTests.swift": "speaks to the program that Process started",
    "Tests/ProgramTests/Program.swift": "starts the program: Process is nowhere else",
    "Tests/ProgramTests/TerminalCodeTests.swift": "speaks to the programs that Process started",
    "Tests/ProgramTests/WholeSessionTests.swift": "speaks to the program that Process started",
  ]
}
