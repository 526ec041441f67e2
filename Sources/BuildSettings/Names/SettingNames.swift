/// The settings that the build system declares, by kind: blanks and line ends part the names.
///
/// They are the declarations of swiftlang/swift-build (`SWBCore/Settings/BuiltinMacros.swift` and the `.xcspec` files of
/// August 2026). What Xcode declares beside them in files of its own is not known, and is taken for the user's.
enum SettingNames {}
