import MartletBuildSettings
import MartletCore

/// Environments of a project without a Releasefile: a property list with a dictionary for each, and the build setting
/// that selects one.
package struct FoundEnvironments: Equatable, Sendable {
  /// The property list with the values.
  package let values: RelativePath
  /// In the order of the file.
  package let names: [String]
  /// The setting; nil if no `.xcconfig` file has one.
  package let setting: String?

  /// The dictionary with the common values of all environments.
  private static let common = "Common"
  private static let usualSetting = "ConfigEnvironment"
  private static let sizeLimit = 1 << 20

  /// - Returns: nil if there is none, or more than one.
  /// - Throws: Errors of listing the files.
  package init?(in files: some FileReading) throws {
    let paths = try files.filePaths()
    var found: [(path: RelativePath, names: [String])] = []
    for path in paths where path.pathExtension == "plist" && !path.isVendored {
      guard let size = try files.byteCount(at: path), size <= Self.sizeLimit, let source = try? files.source(at: path),
        let root = try? DocumentFormat.propertyList.value(of: source), let names = Self.names(in: root)
      else { continue }
      found.append((path, names))
    }
    guard found.count == 1 else { return nil }
    (values, names) = found[0]
    var matches: [String: Int] = [:]
    for path in paths where path.pathExtension == "xcconfig" {
      guard let source = try? files.source(at: path) else { continue }
      for case .assignment(let assignment) in Xcconfig(source).statements {
        let isUsual = assignment.name == Self.usualSetting
        if isUsual || found[0].names.contains(assignment.value.string) {
          matches[assignment.name, default: 0] += isUsual ? 1000 : 1
        }
      }
    }
    setting = matches.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  /// Returns the names of the environments in a property list of dictionaries, including `Common`; nil for any other.
  private static func names(in root: DocumentValue) -> [String]? {
    let isTable = root.entries.map { if case .table = $0.value.content { true } else { false } }
    let names = root.entries.map(\.key)
    guard names.count > 1, names.contains(common), isTable.allSatisfy({ $0 }) else { return nil }
    return names.filter { $0 != common }
  }

  /// Returns the folder of the only Xcode project, with a `/` at its end; empty for the root, without a project, and for
  /// several projects.
  package static func projectFolder(in files: some FileReading) throws -> String {
    let projects = try files.xcodeProjects().filter { !$0.isVendored }
    guard projects.count == 1, let folder = projects[0].parent else { return "" }
    return "\(folder)/"
  }

  /// Returns the path of the generated type, in the folder with most of the project's Swift. The type has the name of the file, which
  /// no other file may have.
  package static func swiftOutput(in files: some FileReading) throws -> String {
    let root = try projectFolder(in: files)
    var counts: [String: Int] = [:]
    for path in try files.filePaths()
    where path.pathExtension == "swift" && !path.isVendored && path.string.hasPrefix(root) {
      let folders = path.string.dropFirst(root.count).split(separator: "/").dropLast().map(String.init)
      guard let first = folders.first, !folders.contains(where: { $0.hasSuffix("Tests") || $0 == "Plugins" }) else {
        continue
      }
      counts[first == "Sources" && folders.count > 1 ? "\(first)/\(folders[1])" : first, default: 0] += 1
    }
    let folder = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let isTaken = try files.filePaths().contains {
      $0.lastComponent == "EnvironmentConfiguration.swift" && $0.parent?.lastComponent != "Generated"
    }
    return root + (folder.map { "\($0)/" } ?? "") + "Generated/\(isTaken ? "App" : "")EnvironmentConfiguration.swift"
  }
}

extension RelativePath {
  /// Whether the path is in a folder of third-party code.
  package var isVendored: Bool { components.contains { ["Pods", "Carthage", "Vendor", "node_modules"].contains($0) } }
}
