/// The settings that the build system declares, by kind, separated by blanks and line ends.
///
/// The source is swiftlang/swift-build (`SWBCore/Settings/BuiltinMacros.swift` and the `.xcspec` files of August 2026).
/// Settings that only Xcode's closed files declare count as user-defined.
enum SettingNames {}
