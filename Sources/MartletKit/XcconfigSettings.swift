import BuildSettings
import TextEditing

/// What the build settings of an `.xcconfig` file come to, with all that it includes, by the rules of Xcode's build engine.
public struct XcconfigSettings: Sendable {
  private let scope: SettingsScope
  /// What the build would report of the files: a line that is no setting, an included file that is missing. The settings
  /// are what they are without it.
  public let problems: [Problem]

  /// Reads the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file, from the project's folder on.
  ///   - files: The project's files.
  ///   - conditions: What is built, by the names that conditions have for it: `["sdk": "iphoneos26.0", "arch": "arm64"]`.
  ///     `config` and `target` are the values of `CONFIGURATION` and `TARGET_NAME`, too.
  /// - Throws: ``MartletError`` when there is no such file, or it cannot be read.
  public init(_ path: String, in files: ProjectFiles, for conditions: [String: String] = [:]) throws(MartletError) {
    let path = try RelativePath(named: path)
    let loaded = try MartletError.explaining {
      var loader = XcconfigLoader()
      return try loader.load(path, in: files)
    }
    guard let loaded else { throw MartletError("no file `\(path)`, expected an `.xcconfig` file") }
    problems = (loaded.problems.map(\.diagnostic) + loaded.unseen.map(\.problem.diagnostic)).map(Problem.init)
    let madeUp = [("CONFIGURATION", "config"), ("TARGET_NAME", "target"), ("TARGETNAME", "target")]
      .compactMap { name, parameter in conditions[parameter].map { Assignment(name, madeUp: $0) } }
    scope = SettingsScope(
      SettingsTable([SettingsLevel("build system", madeUp), SettingsLevel(path.string, loaded.assignments)]),
      for: conditions)
  }

  /// All names that something is assigned to, in the order of their bytes.
  public var names: [String] { scope.table.names }

  /// What the setting `name` comes to, references and operators followed; nil when nothing is assigned to it here.
  ///
  /// - Throws: ``MartletError`` for what only a hostile file comes to.
  public func value(of name: String) throws(MartletError) -> String? {
    try MartletError.explaining { try scope.expansion(of: name)?.string }
  }

  /// The elements of the setting `name` when it is read as a list; none when nothing is assigned to it here.
  ///
  /// - Throws: ``MartletError`` for what only a hostile file comes to.
  public func elements(of name: String) throws(MartletError) -> [String] {
    try MartletError.explaining { try scope.list(of: name) }
  }

  /// Where the assignment stands that gives the setting `name` its value; nil when none does, or none that is written.
  public func place(of name: String) -> Place? {
    guard let assignment = scope.assignment(of: name)?.assignment, let source = assignment.value.source else {
      return nil
    }
    return Place(source.place(at: assignment.nameSpan.lowerBound))
  }
}
