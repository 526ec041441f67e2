/// The settings that the build system declares, by kind, separated by blanks and line ends. They are in the folder `Names`.
///
/// The source is swiftlang/swift-build (`SWBCore/Settings/BuiltinMacros.swift` and the `.xcspec` files of August 2026).
/// Settings that only Xcode's closed files declare count as user-defined.
enum SettingNames {
  static let booleans = String(decoding: PackageResources.Booleans_txt, as: UTF8.self)
  /// The settings that are a text or an enumeration.
  static let strings = String(decoding: PackageResources.Strings_txt, as: UTF8.self)
  static let paths = String(decoding: PackageResources.Paths_txt, as: UTF8.self)
  /// The settings that are a list of texts or paths.
  static let lists = String(decoding: PackageResources.Lists_txt, as: UTF8.self)
}
