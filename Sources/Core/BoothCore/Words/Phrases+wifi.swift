/// The booth's own Wi-Fi.
extension Phrase {
  /// Of the phrases about the Wi-Fi; of any other it is that the second code is scanned then.
  var wifiWording: Wording {
    // Names and passwords keep their order in whatever is written around them.
    func own(_ text: String) -> String { "\u{2068}\(text)\u{2069}" }
    return switch self {
    case .joinWifi:
      Wording(
        en: "1. Join our Wi-Fi", de: "1. Mit unserem WLAN verbinden", fr: "1. Rejoignez notre Wi-Fi",
        es: "1. Conéctate a nuestra wifi", he: "1. התחברו ל־Wi-Fi שלנו", ar: "1. اتصلوا بشبكة Wi-Fi لدينا")
    case .wifiName(let name):
      Wording(
        en: "Name: \(own(name))", de: "Name: \(own(name))", fr: "Nom\u{202F}: \(own(name))", es: "Nombre: \(own(name))",
        he: "שם: \(own(name))", ar: "الاسم: \(own(name))")
    case .wifiPassword(let password):
      Wording(
        en: "Password: \(own(password))", de: "Passwort: \(own(password))",
        fr: "Mot de passe\u{202F}: \(own(password))", es: "Contraseña: \(own(password))", he: "סיסמה: \(own(password))",
        ar: "كلمة المرور: \(own(password))")
    default:
      Wording(
        en: "2. Then open your pictures", de: "2. Dann eure Bilder öffnen", fr: "2. Puis ouvrez vos photos",
        es: "2. Luego abre tus fotos", he: "2. אחר כך פתחו את התמונות", ar: "2. ثم افتحوا صوركم")
    }
  }
}
