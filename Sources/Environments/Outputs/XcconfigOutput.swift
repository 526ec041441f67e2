import Lanes
import MartletBuildSettings

extension OutputFormat {
  static let xcconfig = OutputFormat(
    template: .xcconfigEnvironment,
    content: { (generator, _) throws(EnvironmentError) in
      let list = try AssignmentList(generator.selected.values, .xcconfig) {
        (value, name) throws(AssignmentList.Unwritable) in
        do throws(BuildSettingsError) {
          return try value.settingText.settingLiteral(for: name).xcconfigSpelling(for: name)
        } catch {
          throw AssignmentList.Unwritable(reason: error.message)
        }
      }
      return ["assignments": .list(list.content)]
    })
}

extension TypedValue {
  /// The value as a build setting: flags as `YES` and `NO`, lists as words.
  fileprivate var settingText: String {
    switch self {
    case .bool(let flag): flag ? "YES" : "NO"
    case .list(let elements): elements.map { ($0.scalarText ?? $0.jsonLine).asSettingWord }.joined(separator: " ")
    case .int, .double, .string, .url, .date, .data, .choice, .secret, .table: scalarText ?? jsonLine
    }
  }
}

extension String {
  /// The text as one word of a list of a build setting.
  fileprivate var asSettingWord: String {
    isEmpty ? "\"\"" : map { " \t\"'\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
