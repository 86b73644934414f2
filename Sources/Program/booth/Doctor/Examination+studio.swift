import BoothSystem
import CommandSupport
import Firebase
import StudioModel
import StudioStore

extension Examination {
  /// The studio's folder and databases, also where no studio runs; nothing where there was none.
  func studio() -> [Finding] {
    let obstacle = StudioFolder.obstacle(data: settings.data).map {
      Finding.bad("studio", $0, "the studio does not start before that is done", .init(.studioStart))
    }
    guard let folder = StudioFolder.there(data: settings.data) else { return [obstacle].compactMap(\.self) }
    let remarks = StudioDamage.remarks(in: folder)
    var databases = [obstacle].compactMap(\.self)
    databases += remarks.map {
      $0.isBad
        ? .bad("studio", CommandText(advice: $0.words), CommandText(advice: $0.remedy), .init(.studioDatabase))
        : .warning("studio", CommandText(advice: $0.words), CommandText(advice: $0.remedy), Self.condition($0.aside))
    }
    if databases.isEmpty { databases = [.fine("studio", "its databases are whole (\(folder))", .init(.studioWhole))] }
    return databases + organisations(in: folder)
  }

  /// A database that was set aside is damaged no longer.
  private static func condition(_ aside: StudioDamage.Aside?) -> BoothCondition {
    guard let aside else { return .init(.studioDatabase) }
    return .init(aside.isWhole ? .studioRepaired : .studioLost, aside.name)
  }

  /// The organisations elsewhere that a studio serves.
  private func organisations(in folder: String) -> [Finding] {
    do {
      _ = try OrganisationsFile(folder: folder).read()
      return []
    } catch {
      return [
        .bad("studio", CommandText(of: error), "the studio does not start before that is done", .init(.studioStart))
      ]
    }
  }
}
