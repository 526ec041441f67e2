import MartletBuildSettings
import MartletCore

/// The build settings of an `.xcconfig` file and its inclusions, by the rules of Xcode's build engine.
public struct XcconfigSettings: Sendable {
  private let scope: SettingsScope
  /// Problems that the build would report: a line that is not a setting, a missing inclusion. The settings are
  /// evaluated without them.
  public let problems: [Problem]

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file, relative to the project's folder.
  ///   - files: The project's files.
  ///   - conditions: The values of conditions for the build: `["sdk": "iphoneos26.0", "arch": "arm64"]`. `config` and
  ///     `target` also set `CONFIGURATION` and `TARGET_NAME`.
  /// - Throws: ``MartletError`` if there is no such file, or it cannot be read.
  public init(_ path: String, in files: ProjectFiles, for conditions: [String: String] = [:]) throws(MartletError) {
    let path = try RelativePath(named: path)
    let loaded = try MartletError.explaining {
      var loader = XcconfigLoader()
      return try loader.load(path, in: files)
    }
    guard let loaded else { throw MartletError("no file `\(path)`, expected an `.xcconfig` file") }
    problems = (loaded.problems.map(\.diagnostic) + loaded.unreadInclusions.map(\.problem.diagnostic)).map(Problem.init)
    let builtIn = [("CONFIGURATION", "config"), ("TARGET_NAME", "target"), ("TARGETNAME", "target")]
      .compactMap { name, parameter in conditions[parameter].map { Assignment(name, builtIn: $0) } }
    scope = SettingsScope(
      SettingsTable([SettingsLevel("build system", builtIn), SettingsLevel(path.string, loaded.assignments)]),
      for: conditions)
  }

  /// The names of all assigned settings, in byte order.
  public var names: [String] { scope.table.names }

  /// Returns the value of the setting `name`, with references and operators resolved; nil if nothing is assigned to it
  /// here.
  ///
  /// - Throws: ``MartletError`` for a value that is too long; only a hostile file has one.
  public func value(of name: String) throws(MartletError) -> String? {
    try MartletError.explaining { try scope.expansion(of: name)?.string }
  }

  /// Returns the elements of the setting `name` as a list; empty if nothing is assigned to it here.
  ///
  /// - Throws: ``MartletError`` for a value that is too long; only a hostile file has one.
  public func elements(of name: String) throws(MartletError) -> [String] {
    try MartletError.explaining { try scope.list(of: name) }
  }

  /// Returns the place of the assignment that sets `name`; nil if there is none, or it is in no file.
  public func place(of name: String) -> Place? {
    guard let assignment = scope.assignment(of: name)?.assignment, let source = assignment.value.source else {
      return nil
    }
    return Place(source.place(at: assignment.nameSpan.lowerBound))
  }
}
