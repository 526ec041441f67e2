import MartletCore

/// The key of an app's Info.plist that names the environment at run time.
package struct InfoPlistKey {
  private let setting: String

  /// - Parameter setting: The build setting, which is also the key.
  package init(_ setting: String) {
    self.setting = setting
  }

  /// The only Info.plist of an app in the project, then those of its extensions; empty if there is no app, or more than
  /// one.
  package static func infoPlists(in files: some FileReading) throws -> [SourceText] {
    let lists = try files.filePaths().filter { path in
      (path.lastComponent == "Info.plist" || path.lastComponent.hasSuffix("-Info.plist")) && !path.isVendored
    }.compactMap { path -> (source: SourceText, root: DocumentValue)? in
      guard let source = try? files.source(at: path), let root = try? DocumentFormat.propertyList.value(of: source)
      else { return nil }
      return (source, root)
    }
    let apps = lists.filter { $0.root["NSExtension"] == nil && isApp($0.root) }
    return apps.count == 1 ? (apps + lists.filter { $0.root["NSExtension"] != nil }).map(\.source) : []
  }

  /// Whether the property list has the key.
  package func exists(in source: SourceText) -> Bool {
    (try? DocumentFormat.propertyList.value(of: source))?[setting] != nil
  }

  /// Whether the property list has the key, or refers to the setting.
  package func isUsed(in source: SourceText) -> Bool {
    let text = source.string(at: source.startOffset..<source.bytes.count)
    return exists(in: source) || text.contains("$(\(setting))") || text.contains("${\(setting)}")
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
