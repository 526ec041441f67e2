import MartletBuildSettings
import MartletCore

/// The version or build number that users see of a target in one configuration.
package struct ShownValue: Sendable {
  package enum Content: Hashable, Sendable {
    case text(String)
    /// Neither a setting nor the Info.plist has it, or it is empty: Xcode removes the key then.
    case none
    /// Only a build knows it, for this reason.
    case unknown(String)
  }

  package let content: Content
  /// The conditions under which it is shown, besides the configuration, as written; empty without any.
  package let conditions: String
  /// The winning place: an assignment, or the value in the Info.plist.
  package let place: Place?
  /// The bytes that make up the value; nil if it is computed.
  let literals: [VersionLiteral]?
}

extension XcodeVersions.Resolved {
  /// Returns what the target shows: first without conditions, then in each case in which an assignment with conditions
  /// gives another value.
  func shown(_ kind: VersionSite.Kind) throws(BuildSettingsError) -> [ShownValue] {
    var found: [ShownValue] = []
    for conditionCase in [.unconditional] + table.cases {
      let value = try shown(kind, in: conditionCase)
      if found.first?.content != value.content || found.first?.place != value.place { found.append(value) }
    }
    return found
  }

  private func shown(
    _ kind: VersionSite.Kind, in conditionCase: ConditionCase
  ) throws(BuildSettingsError) -> ShownValue {
    func value(_ content: ShownValue.Content, _ text: LocatedText? = nil, _ expansion: Expansion? = nil) -> ShownValue {
      ShownValue(
        content: content, conditions: conditionCase.label,
        place: text.flatMap { text in text.source.map { $0.place(at: text.span.lowerBound) } },
        literals: expansion?.versionLiterals)
    }
    let scope = scope(in: conditionCase.parameters)
    let text: LocatedText
    if let written = try infoPlistText(of: kind) {
      text = written
    } else if let plist = infoPlistPath, try !isGenerated() || scope.assignment(of: kind.buildSetting) == nil,
      hasInfoPlist
    {
      guard infoPlist != nil else { return value(.unknown("`\(plist)` has it only after preprocessing")) }
      return value(.none, LocatedText([], of: infoPlistSource, at: 0..<0, runs: []))
    } else if let (position, assignment) = scope.assignment(of: kind.buildSetting) {
      // Its own settings are stronger than a file that is not there.
      if let missing = missingFiles.first, position.level < table.levels.count - 1 {
        return value(.unknown("`\(missing)` is missing"))
      }
      text = assignment.value
      let expansion = try scope.expansion(of: assignment, at: position)
      return value(Self.content(of: expansion), text, expansion)
    } else {
      return value(missingFiles.first.map { .unknown("`\($0)` is missing") } ?? .none)
    }
    let expansion = try scope.expansion(of: text)
    let content = Self.content(of: expansion)
    // The setting that the Info.plist refers to is in no place.
    return content == .none ? value(.none) : value(content, text, expansion)
  }

  private static func content(of expansion: Expansion) -> ShownValue.Content {
    let settings = Set([VersionSite.Kind.version, .build].map(\.buildSetting))
    if let unknown = expansion.unknown.first(where: { !settings.contains($0.name) }) {
      return .unknown("`\(unknown.name)` is not set in the project")
    }
    return expansion.string.isEmpty ? .none : .text(expansion.string)
  }
}
