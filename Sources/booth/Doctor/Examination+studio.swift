import BoothProgram
import ReportCommands
import StudioStore

extension Examination {
  /// The studio's databases, also where no studio runs; nothing where there was none.
  func studio() -> [Finding] {
    guard let folder = StudioFolder.there(data: settings.data) else { return [] }
    let remarks = StudioDamage.remarks(in: folder)
    guard !remarks.isEmpty else { return [.fine("studio", "its databases are whole (\(folder))")] }
    return remarks.map { $0.isBad ? .bad("studio", $0.words, $0.remedy) : .warning("studio", $0.words, $0.remedy) }
  }
}
