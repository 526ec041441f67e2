import BuiltInTemplates

extension Templates {
  /// The first files of a project with several environments.
  package enum Environments {
    package static let folder = "Configuration"
    package static let values = "\(folder)/config.plist"
    package static let setting = "ConfigEnvironment"
    /// The environments of `propertyList`.
    package static let names = ["Local", "Staging", "Production"]

    /// Returns the `.xcconfig` files by name. Each but the first includes another one.
    ///
    /// - Parameters:
    ///   - infoPlist: The path of the new Info.plist; nil when the project has one.
    ///   - includes: The lines that include existing files, for each name.
    package static func xcconfigs(
      infoPlist: String?, including includes: [String: [String]] = [:]
    ) -> [(name: String, text: String)] {
      func lines(_ name: String) -> String { includes[name, default: []].joined() }
      let setting = Self.setting
      let plist = infoPlist.map { "INFOPLIST_FILE = \($0)\n" } ?? ""
      return [
        ("Shared", "// The build settings that all configurations have in common.\n\(lines("Shared"))\(plist)"),
        (
          "Debug",
          "// A debug build, for the staging server.\n#include \"Shared.xcconfig\"\n\(lines("Debug"))\n\(setting) = Staging\n"
        ),
        (
          "Debug.LocalServer",
          "// A debug build, for a server on this machine.\n#include \"Debug.xcconfig\"\n\n\(setting) = Local\n"
        ),
        (
          "Release", "// A release build.\n#include \"Shared.xcconfig\"\n\(lines("Release"))\n\(setting) = Production\n"
        ),
      ]
    }

    /// The common values, and one dictionary for each environment that overrides them.
    package static let propertyList = BuiltInTemplate.environmentValues.text
  }
}
