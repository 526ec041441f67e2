import MartletDocuments
import MartletTextEditing

/// The key of an app's Info.plist that names the environment at run time.
package struct InfoPlistKey {
  private let setting: String

  /// - Parameter setting: The build setting, which is also the key.
  package init(_ setting: String) {
    self.setting = setting
  }

  /// The only Info.plist of an app in the project; nil if there is none, or more than one.
  package static func infoPlist(in files: some FileReading) throws -> SourceText? {
    let found = try files.filePaths().filter { path in
      (path.lastComponent == "Info.plist" || path.lastComponent.hasSuffix("-Info.plist")) && !path.isVendored
    }.compactMap { path -> SourceText? in
      guard let source = try? files.source(at: path),
        let root = try? DocumentFormat.propertyList.value(of: source),
        root["NSExtension"] == nil, isApp(root)
      else { return nil }
      return source
    }
    return found.count == 1 ? found[0] : nil
  }

  /// The templates of Xcode leave the type of the bundle to the target; then the app is recognised by a key that only an
  /// app has.
  private static func isApp(_ root: DocumentValue) -> Bool {
    switch root["CFBundlePackageType"]?.text {
    case "APPL": true
    case "$(PRODUCT_BUNDLE_PACKAGE_TYPE)": appKeys.contains { root[$0] != nil }
    default: false
    }
  }

  private static let appKeys = [
    "LSApplicationCategoryType", "LSRequiresIPhoneOS", "NSMainNibFile", "NSMainStoryboardFile",
    "UIApplicationSceneManifest", "UILaunchScreen", "UILaunchStoryboardName", "UISupportedInterfaceOrientations",
  ]

  /// Returns `source` with the key before the end of its dictionary; nil if it exists already, or the end cannot be
  /// found.
  package func added(to source: SourceText) throws -> SourceText? {
    let root = try DocumentFormat.propertyList.value(of: source)
    // The dictionary of the whole list ends last.
    let ends = source.bytes.indices.reversed().lazy.filter { source.bytes.has("</dict>", at: $0) }
    guard root[setting] == nil, let start = ends.first else { return nil }
    return try source.applying([TextEdit(start..<start, expected: "", replacement: entry)])
  }

  /// A property list with only this key.
  package var propertyList: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(entry)</dict>
    </plist>

    """
  }

  private var entry: String { "\t<key>\(setting)</key>\n\t<string>$(\(setting))</string>\n" }
}
