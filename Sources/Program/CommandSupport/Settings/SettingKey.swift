import BoothCore

/// Every setting of the program: one line each, in the order `booth config show` prints them.
///
/// The setting `gallery.url` has the flag `--gallery-url` and the variable `BOOTH_GALLERY_URL`; in the file it is written
/// `{"gallery": {"url": …}}`. Some settings are also the first word of others, as `camera` is of `camera.mount`. Such a one
/// may stand alone in the file, `{"camera": "auto"}`, or in an object under the key `name`:
/// `{"camera": {"name": "auto", "mount": "90"}}`.
package enum SettingKey: String, CaseIterable {
  case data
  case events
  case event
  case devices
  case camera
  case cameraFallback = "camera.fallback"
  case cameraDeadline = "camera.deadline_seconds"
  case cameraPower = "camera.power"
  case cameraPowerOff = "camera.power_off"
  case cameraPowerOn = "camera.power_on"
  case panel
  case printer
  case printerCopies = "printer.copies"
  case printerPaper = "printer.paper"
  case printerICC = "printer.icc"
  case cameraMount = "camera.mount"
  case cameraCrop = "camera.crop"
  case cameraMirror = "camera.mirror"
  case cameraStill = "camera.still"
  case cameraStillMount = "camera.still_mount"
  case cameraStillZoom = "camera.still_zoom_percent"
  case cameraCheck = "camera.check"
  case quality
  case soundDevice = "sound.device"
  case screen
  case screenRotation = "screen.rotation"
  case screenCamera = "screen.camera"
  case screenMotion = "screen.motion"
  case screenRecord = "screen.record"
  case galleryURL = "gallery.url"
  case galleryToken = "gallery.token"
  case galleryHost = "gallery.host"
  case galleryPort = "gallery.port"
  case galleryPublicURL = "gallery.public_url"
  case galleryAssetURL = "gallery.asset_url"
  case galleryMaxUpload = "gallery.max_upload_mb"
  case galleryUploadSecret = "gallery.upload_secret"
  case galleryUnknownEvents = "gallery.unknown_events"
  case galleryBucket = "gallery.bucket"
  case galleryMetrics = "gallery.metrics"
  case galleryLimits = "gallery.limits"
  case storageLow = "storage.low_mb"
  case storageNoClips = "storage.no_clips_mb"
  case storageFull = "storage.full_mb"
  case registrationWeights = "registration.weights"
  case gpsd
  case mqttURL = "mqtt.url"
  case mqttUser = "mqtt.user"
  case mqttPasswordFile = "mqtt.password_file"
  case mqttAuthorities = "mqtt.ca_file"
  case mqttPrefix = "mqtt.prefix"
  case mqttDiscovery = "mqtt.discovery"
  case mqttCommands = "mqtt.commands"
  case mqttPhoto = "mqtt.photo"
  case fleetName = "fleet.name"
  case webhooks
  case metrics
  case operatorPhone = "operator.phone"
  case hours
  case wifiName = "wifi.name"
  case wifiPassword = "wifi.password"
  case studioListen = "studio.listen"
  case studioPublicURL = "studio.public_url"
  case studioBoothsHere = "studio.booths_here"
  case firebaseProject = "firebase.project"
  case firebaseKey = "firebase.key"
  case firebaseBucket = "firebase.bucket"
  case firebaseEmail = "firebase.email"
  case firebasePassword = "firebase.password"
  case studioTiles = "studio.tiles"
  case studioTilesAttribution = "studio.tiles_attribution"
  case studioWeatherURL = "studio.weather_url"
  case studioPayPeriod = "studio.pay_period"
  case logLevel = "log.level"

  package enum Kind: Equatable {
    case text
    case token
    case path
    case integer(ClosedRange<Int>)
    case choice([String])
    case httpURL
  }

  package var kind: Kind {
    switch self {
    case .data, .events, .devices, .printerICC, .screenRecord, .registrationWeights, .mqttPasswordFile,
      .mqttAuthorities, .webhooks:
      .path
    case .event, .camera, .printer, .cameraFallback, .cameraPowerOff, .cameraPowerOn, .cameraStill, .panel, .screen,
      .soundDevice, .galleryHost, .galleryUploadSecret, .galleryBucket, .galleryMetrics, .gpsd, .studioListen,
      .mqttURL, .mqttUser, .mqttPrefix, .mqttDiscovery, .operatorPhone, .hours, .wifiName, .wifiPassword, .metrics,
      .fleetName,
      .studioTiles,
      .studioTilesAttribution,
      .studioWeatherURL, .studioPayPeriod,
      .firebaseProject, .firebaseKey,
      .firebaseBucket, .firebaseEmail, .firebasePassword:
      .text
    case .galleryToken: .token
    case .cameraDeadline: .integer(1...600)
    case .printerCopies: .integer(0...PrintForm.mostCopies)
    case .printerPaper: .choice(PrintPaper.allCases.map(\.rawValue))
    case .cameraPower: .choice(["none", "usb-port", "command"])
    case .cameraMount, .cameraStillMount: .choice(Mount.names)
    case .cameraCrop: .choice(Mount.crops)
    case .cameraMirror, .studioBoothsHere, .mqttCommands, .mqttPhoto, .galleryLimits: .choice(["on", "off"])
    case .cameraCheck: .choice(PhotoCheck.allCases.map(\.rawValue))
    case .quality: .choice(PhotoQuality.allCases.map(\.rawValue))
    case .cameraStillZoom: .integer(100...800)
    case .screenRotation: .choice(["0", "90", "180", "270"])
    case .screenCamera: .choice(["above", "below", "left", "right"])
    case .screenMotion: .choice(["on", "off"])
    case .galleryURL, .galleryPublicURL, .galleryAssetURL, .studioPublicURL: .httpURL
    case .galleryPort: .integer(0...65535)
    case .galleryUnknownEvents: .choice(Event.GalleryAccess.allCases.map(\.rawValue))
    case .galleryMaxUpload: .integer(1...100_000)
    case .storageLow, .storageNoClips, .storageFull: .integer(0...100_000_000)
    case .logLevel: .choice(["trace", "debug", "info", "notice", "warning", "error"])
    }
  }

  package var help: String {
    switch self {
    case .data: "folder for photos, clips and the database"
    case .events: "folder with the events (default: the data folder's own `events`, else the bundled ones)"
    case .event: "the event to use at the start, by its folder's name"
    case .devices:
      "folder with device profiles of your own, in Cameras and Panels (default: the data folder's `devices`)"
    case .camera:
      "`auto`, `mock`, a device such as /dev/video0 or its name in /dev/v4l/by-id, or `gphoto2[:PORT]`; in the file "
        + "also `name` in an object `camera`, beside its settings"
    case .cameraFallback: "another camera, for while the first is out of order; named as `camera` is, but for `auto`"
    case .cameraPower: "how the camera's power can be cut: `none`, `usb-port`, or `command`; untested on hardware"
    case .cameraPowerOff: "the program, by its whole path, with its arguments, that cuts the camera's power"
    case .cameraPowerOn: "the one that gives it back"
    case .cameraDeadline: "how long a call to the camera may take before it is given up"
    case .panel: "panel profiles, with commas between: files, or names of Devices/Panels such as `raspberry-pi`"
    case .printer:
      "the printer: `none`, or its address, such as ipp://192.0.2.7/ipp/print or ipp://localhost/printers/NAME for a queue of CUPS"
    case .printerPaper: "the paper that is in the printer; hagaki is a Japanese postcard, 100×148 mm"
    case .printerICC:
      "the ICC profile of printer and paper, by which sheets are turned into its colours; none unless set"
    case .printerCopies: "how many prints of a session guests may have where their event does not say"
    case .cameraMount:
      "degrees its picture must be turned clockwise to stand upright; `-flipped` where it sees a mirror"
    case .cameraCrop: "the proportions of all that is shown, filmed and photographed, such as 3:2"
    case .cameraMirror: "whether the screen shows the live view as a mirror does: `on` or `off`"
    case .cameraStill: "another camera for the photos, named as `camera` is; live view and clips stay with that"
    case .cameraStillMount: "the same as camera.mount, for the photos of camera.still"
    case .cameraStillZoom: "how much more camera.still sees than the live view, in percent of the part in common"
    case .cameraCheck:
      "what is done about a photo that seems spoiled: `on` takes it once more, then asks; `ask` asks; `off` does not look"
    case .quality:
      "how good photos at locations are: `high` (the camera's own JPEG, in its highest resolution), `medium` or `low` (JPEG at "
        + "70 or 40); default: high"
    case .soundDevice:
      "the microphone for events with sound: `auto` (the first there is), or ALSA's name, such as plughw:CARD=C920,DEV=0"
    case .screen:
      "`display` (or which: `kms HDMI-A-1 1920x1080@60`, `/dev/fb0`), `terminal`, `log`, `memory 1920x1080`, or `auto`: the "
        + "display on the machine's own console and as a service, else the terminal"
    case .screenRotation: "degrees the picture must be turned clockwise to stand upright on the display"
    case .screenCamera: "where the camera is, seen from the display: `above`, `below`, `left` or `right`"
    case .screenMotion: "`off`: nothing moves on the display but the live view and the time that is left"
    case .screenRecord: "keeps what the display shows: the last picture in a .png, or all in an .mjpeg"
    case .galleryURL: "a remote gallery's address; without one the booth runs its own"
    case .galleryToken: "the remote gallery's PRESIGN_TOKEN"
    case .galleryHost: "the address our own gallery listens on"
    case .galleryPort: "the port our own gallery listens on; 0 takes a free one"
    case .galleryPublicURL: "what links begin with, where guests reach the gallery under another address"
    case .galleryAssetURL:
      "where pages find pictures and clips, if a server of files does that (FotoX: R2_PUBLIC_BASE_URL); see Docs/manual/gallery.md"
    case .galleryMaxUpload: "the largest upload that our own gallery takes, in MB"
    case .galleryLimits:
      "whether one token or one link is answered so often a minute at most; `off` where a proxy sees to that, or for a measurement"
    case .galleryUploadSecret:
      "signs our own gallery's upload URLs and event keys (default: made once, kept in the data)"
    case .galleryUnknownEvents:
      "who may see an event of which neither our own gallery's events nor a booth say it: `open`, as FotoX's app needs it, "
        + "or `link`"
    case .galleryBucket:
      "where `booth gallery` has its objects instead of in a folder: s3://BUCKET, with its keys in the environment or a file; see "
        + "Docs/manual/gallery.md"
    case .galleryMetrics: "where `booth gallery` answers /metrics, for Prometheus: ADDRESS:PORT; none unless set"
    case .storageLow: "below so many MB of free space the operator is warned"
    case .storageNoClips: "below so many MB strips are taken without their clips"
    case .storageFull: "below so many MB no session begins"
    case .registrationWeights:
      "the weights of the learned features, which find old pictures in new ones (default: `features.weights` in the data folder, "
        + "else where Scripts/setup weights puts it)"
    case .gpsd: "the gpsd that says where the booth is: HOST:PORT, or `none`"
    case .mqttURL:
      "the MQTT broker that is told how the booth is: mqtt://HOST, or mqtts://HOST with TLS; none unless set"
    case .mqttUser: "the user that the broker knows the booth as"
    case .mqttPasswordFile: "a file with the password of that user in its first line"
    case .mqttAuthorities:
      "certificates (PEM) that the broker's must be signed by, with mqtts (default: those that the system trusts)"
    case .mqttPrefix: "what the booth's topics begin with"
    case .mqttDiscovery: "what the topics of Home Assistant's discovery begin with; `off`: Home Assistant is not told"
    case .mqttCommands: "whether the broker's clients may pause and resume the booth, begin a session and retry uploads"
    case .mqttPhoto:
      "whether the newest picture of guests is published, small, for all who may read the broker's topics"
    case .fleetName: "what the booth is called among others, such as `Left of the bar` (default: the machine's name)"
    case .webhooks:
      "a file that lists the web servers that are told of sessions, faults and evenings; see Docs/manual/webhooks.md"
    case .metrics: "where the booth answers /metrics, for Prometheus: ADDRESS:PORT; none unless set"
    case .operatorPhone:
      "the number that guests are asked to call where the booth has failed again and again; none: they are asked to tell the staff"
    case .hours:
      "when guests are invited, such as mon-fri 09:00-17:30, sat 10:00-02:00; always unless set"
    case .wifiName:
      "the name of the booth's own Wi-Fi: a code to join it stands beside the guests' own; see Docs/manual/wifi.md"
    case .wifiPassword: "its password, which guests see; without one the network is open"
    case .studioListen: "where the studio listens: ADDRESS:PORT; on this machine alone unless told otherwise"
    case .studioPublicURL: "what links to the studio begin with, where people reach it under another address"
    case .studioBoothsHere:
      "whether other booths may be on this very machine, too: `off` unless there are some; see Docs/manual/studio.md"
    case .firebaseProject: "the id of the organisation's Firebase project, with which `booth location sync` speaks"
    case .firebaseKey: "the project's key for apps (`AIza…`), as its console shows it; no secret"
    case .firebaseBucket: "where its pictures are (default: the project's id with `.firebasestorage.app`)"
    case .firebaseEmail: "the account of the organisation that syncs"
    case .firebasePassword:
      "its password, needed once: a token is kept in the data folder; asked for on a terminal where it is not set"
    case .studioTiles:
      "where the studio's map has its tiles, such as https://tiles.example.org/{z}/{x}/{y}.png; without it lines of degrees"
    case .studioTilesAttribution: "who made the tiles: stands in a corner of the map"
    case .studioPayPeriod:
      "for which periods mileage is paid: weekly or two-weekly (either with a day on which one begins), half-monthly, monthly"
    case .studioWeatherURL:
      "who tells reports the weather, and so learns where they are written: Open-Meteo, or what answers as it does; or `none`"
    case .logLevel: "how much is logged"
    }
  }

  package var defaultValue: String? {
    switch self {
    case .camera: "auto"
    case .cameraDeadline: "14"
    case .cameraPower: "none"
    case .printer: "none"
    case .printerCopies: "2"
    case .printerPaper: PrintPaper.usual.rawValue
    case .cameraMount, .cameraStillMount: "0"
    case .cameraCrop: "none"
    case .cameraMirror, .cameraCheck: "on"
    case .cameraStillZoom: "100"
    case .soundDevice: "auto"
    case .screen: "auto"
    case .screenRotation: "0"
    case .screenCamera: "above"
    case .screenMotion: "on"
    case .galleryHost: "0.0.0.0"
    case .galleryPort: "8080"
    case .galleryMaxUpload: "100"
    case .galleryUnknownEvents: Event.GalleryAccess.open.rawValue
    case .storageLow: "\(StorageMarks().low >> 20)"
    case .storageNoClips: "\(StorageMarks().noClips >> 20)"
    case .storageFull: "\(StorageMarks().full >> 20)"
    case .gpsd: "localhost:2947"
    case .mqttPrefix: "booth"
    case .mqttDiscovery: "homeassistant"
    case .mqttCommands: "on"
    case .mqttPhoto: "off"
    case .galleryLimits: "on"
    case .studioListen: "127.0.0.1:8090"
    case .studioBoothsHere: "off"
    case .studioPayPeriod: "two-weekly 2024-02-25"
    case .studioWeatherURL: "https://api.open-meteo.com"
    case .logLevel: "info"
    case .data, .events, .devices, .event, .panel, .printerICC, .screenRecord, .cameraFallback, .cameraPowerOff,
      .cameraPowerOn,
      .cameraStill, .quality, .registrationWeights,
      .galleryURL, .galleryToken, .galleryPublicURL, .galleryAssetURL, .galleryUploadSecret, .galleryBucket,
      .galleryMetrics, .mqttURL, .mqttUser, .mqttPasswordFile, .mqttAuthorities, .webhooks, .operatorPhone, .hours,
      .wifiName, .wifiPassword, .metrics, .fleetName,
      .studioPublicURL,
      .studioTiles,
      .studioTilesAttribution, .firebaseProject, .firebaseKey,
      .firebaseBucket,
      .firebaseEmail, .firebasePassword:
      nil
    }
  }

  /// What holds where the setting was written and cannot be read, if that is another than the default: the choice that shows least to
  /// others.
  package var guardedValue: String? {
    switch self {
    case .galleryUnknownEvents: Event.GalleryAccess.link.rawValue
    case .studioWeatherURL: "none"
    case .mqttCommands: "off"
    default: nil
    }
  }

  package var isSecret: Bool { [.galleryToken, .galleryUploadSecret, .firebasePassword, .wifiPassword].contains(self) }
  /// Whether others are named after it, `camera.mount` after `camera`.
  package var isGroup: Bool { Self.allCases.contains { $0.rawValue.hasPrefix(rawValue + ".") } }
  package var path: [String] { rawValue.split(separator: ".").map(String.init) }
  package var variable: String { "BOOTH_" + rawValue.uppercased().replacing(".", with: "_") }
  package var flag: String {
    switch self {
    // Of commands that are of the studio alone.
    case .studioListen: "--listen"
    case .studioPublicURL: "--public-url"
    // Of the gallery's alone.
    case .galleryBucket: "--bucket"
    case .galleryMetrics: "--metrics"
    default: "--" + rawValue.replacing(".", with: "-").replacing("_", with: "-")
    }
  }
}
