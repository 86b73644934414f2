import CommandSupport

/// The settings as a bundle has them: each with its source, and with its value where that is no secret. Pure.
struct RedactedSettings: Encodable {
  struct Line: Encodable {
    var key: String
    /// Nil where it is not set.
    var value: String?
    var source: String
  }

  var settings: [Line] = []
  /// What gave way, in words.
  var notices: [String]

  private enum Shown {
    case whole
    /// Without what ``Redaction`` finds.
    case text
    case event
    /// How long it is.
    case hidden
  }

  init(_ settings: Settings, _ redaction: inout Redaction) {
    for key in SettingKey.allCases {
      guard let value = settings.values[key] else {
        self.settings.append(Line(key: key.rawValue, value: nil, source: "not set"))
        continue
      }
      let shown: String
      switch Self.shown(key) {
      // What no person has set is the program's own.
      case _ where value.text == key.defaultValue: shown = value.text
      case .whole: shown = value.text
      case .text: shown = redaction.text(value.text)
      case .event: shown = redaction.event(value.text)
      case .hidden: shown = "(set, \(value.text.count) characters)"
      }
      self.settings.append(Line(key: key.rawValue, value: shown, source: redaction.text(value.source)))
    }
    notices = settings.notices.map { redaction.text($0) }
  }

  private static func shown(_ key: SettingKey) -> Shown {
    switch key {
    case .galleryToken, .galleryUploadSecret, .firebasePassword, .firebaseEmail, .firebaseKey, .firebaseProject,
      .firebaseBucket, .mqttUser, .operatorPhone, .wifiName, .wifiPassword, .fleetName, .cameraPowerOff, .cameraPowerOn,
      .studioTilesAttribution:
      .hidden
    case .event: .event
    case .cameraDeadline, .cameraPower, .printerCopies, .printerPaper, .cameraMount, .cameraCrop, .cameraMirror,
      .cameraStillMount, .cameraStillZoom, .cameraCheck, .quality, .screenRotation, .screenCamera, .screenMotion,
      .galleryPort, .galleryMaxUpload, .galleryUnknownEvents, .galleryLimits, .storageLow, .storageNoClips,
      .storageFull, .mqttCommands, .mqttPhoto, .hours, .studioBoothsHere, .studioPayPeriod, .logLevel:
      .whole
    case .data, .events, .devices, .camera, .cameraFallback, .cameraStill, .panel, .printer, .printerICC, .soundDevice,
      .screen, .screenRecord, .galleryURL, .galleryHost, .galleryPublicURL, .galleryAssetURL, .galleryBucket,
      .galleryMetrics, .registrationWeights, .gpsd, .mqttURL, .mqttPasswordFile, .mqttAuthorities, .mqttPrefix,
      .mqttDiscovery, .webhooks, .metrics, .studioListen, .studioPublicURL, .studioTiles, .studioWeatherURL:
      .text
    }
  }
}
