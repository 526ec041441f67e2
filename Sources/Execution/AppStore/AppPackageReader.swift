import Archiving
import Lanes
import MartletCore

/// Reads an `.ipa` or `.pkg` without unpacking it.
///
/// Sources: Apple, "Distributing your app for beta testing and releases" (the folder `Payload`); the property lists in an app
/// are binary or XML. A profile is a CMS message whose signed content is an XML property list; its signature is not checked.
enum AppPackageReader {
  /// An app has some ten extensions, and its property lists some 10 kB. Entries of a hostile archive can share their bytes, so
  /// their number and size bound the time together.
  private static let greatestPartCount = 200
  private static let greatestSize = 1 << 20

  /// - Throws: `ArchiveReadingError`; the error of `source`.
  static func package(in source: any ByteSource, named name: String) throws -> AppPackage {
    try name.hasSuffix(".pkg") ? installer(XarReader(source)) : app(ZipReader(source))
  }

  private static func app(_ archive: ZipReader) throws -> AppPackage {
    let lists = archive.entries.filter {
      $0.path.hasSuffix(".app/Info.plist") || $0.path.hasSuffix(".appex/Info.plist")
    }
    let apps = lists.filter { $0.path.hasPrefix("Payload/") && $0.path.split(separator: "/").count == 3 }
    guard let main = apps.first, apps.count == 1 else {
      throw ArchiveReadingError.damaged("it has \(apps.count) apps in `Payload`, expected one")
    }
    let root = main.path.dropLast("Info.plist".count)
    let parts = lists.filter { $0.path != main.path && $0.path.hasPrefix(root) }
    guard parts.count <= greatestPartCount else {
      throw ArchiveReadingError.tooLarge("it has \(parts.count) extensions, expected at most \(greatestPartCount)")
    }
    var app = try bundle(main, in: archive)
    app.hasIcon = app.hasIcon || archive.entries.contains { $0.path == "\(root)Assets.car" }
    var package = AppPackage(app: app)
    package.parts = try parts.map { try bundle($0, in: archive) }
    if let profile = archive.entries.first(where: { $0.path == "\(root)embedded.mobileprovision" }) {
      package.profile = try self.profile(archive.contents(of: profile))
    }
    return package
  }

  private static func bundle(_ entry: ZipReader.Entry, in archive: ZipReader) throws -> AppPackage.Bundle {
    guard let list = BinaryPropertyList.value(of: try archive.contents(of: entry, limit: greatestSize)) else {
      throw ArchiveReadingError.damaged("`\(entry.path)` is not a property list")
    }
    var bundle = AppPackage.Bundle(path: String(entry.path.dropLast("/Info.plist".count)))
    bundle.id = list["CFBundleIdentifier"]?.text
    bundle.version = list["CFBundleShortVersionString"]?.text
    bundle.number = list["CFBundleVersion"]?.text
    bundle.platforms = list["CFBundleSupportedPlatforms"]?.elements.compactMap(\.text) ?? []
    if bundle.platforms.isEmpty { bundle.platforms = [list["DTPlatformName"]?.text].compactMap(\.self) }
    bundle.sdk = list["DTSDKName"]?.text
    bundle.usesEncryption = list["ITSAppUsesNonExemptEncryption"].map(\.isTrue)
    bundle.hasIcon = ["CFBundleIcons", "CFBundleIconFiles", "CFBundleIconFile"].contains { list[$0] != nil }
    return bundle
  }

  private static func profile(_ bytes: [UInt8]) throws -> AppPackage.Profile {
    guard let start = bytes.firstIndex(of: "<?xml", from: 0), let end = bytes.firstIndex(of: "</plist>", from: start),
      let list = BinaryPropertyList.value(of: Array(bytes[start..<end + 8]))
    else { throw ArchiveReadingError.damaged("`embedded.mobileprovision` has no property list") }
    var profile = AppPackage.Profile()
    profile.name = list["Name"]?.text
    profile.hasDevices = list["ProvisionedDevices"] != nil || list["ProvisionsAllDevices"]?.isTrue == true
    let rights = list["Entitlements"]
    profile.allowsDebugging = rights?["get-task-allow"]?.isTrue == true
    profile.appID = (rights?["application-identifier"] ?? rights?["com.apple.application-identifier"])?.text
    if case .word(let date)? = list["ExpirationDate"]?.content { profile.expiry = Instant(date)?.seconds }
    return profile
  }

  /// The bundles of an installer package are attributes of its `Distribution` and of the `PackageInfo` of each component:
  /// `<bundle path="./CoolApp.app" id="…" CFBundleShortVersionString="…" CFBundleVersion="…"/>`.
  private static func installer(_ archive: XarReader) throws -> AppPackage {
    let files = archive.entries.filter {
      $0.path == "PackageInfo" || $0.path.hasSuffix("/PackageInfo") || $0.path == "Distribution"
    }
    guard files.count <= greatestPartCount else {
      throw ArchiveReadingError.tooLarge("it has \(files.count) components, expected at most \(greatestPartCount)")
    }
    var bundles: [AppPackage.Bundle] = []
    var known: Set<String> = []
    for file in files.sorted(by: { ($1.path.count, $0.path) < ($0.path.count, $1.path) }) {
      guard let path = RelativePath(file.path),
        let text = try? SourceText(path: path, fileBytes: archive.contents(of: file, limit: greatestSize))
      else { continue }
      bundles += try self.bundles(in: text).filter { known.insert($0.path).inserted }
    }
    let apps = bundles.filter { $0.path.hasSuffix(".app") }
    guard let app = apps.min(by: { ($0.path.count, $0.path) < ($1.path.count, $1.path) }) else {
      throw ArchiveReadingError.damaged("neither `Distribution` nor `PackageInfo` names an app")
    }
    var package = AppPackage(app: app)
    package.parts = bundles.filter { $0.path.hasPrefix("\(app.path)/") && $0.path.hasSuffix(".appex") }
    return package
  }

  private static func bundles(in text: SourceText) throws -> [AppPackage.Bundle] {
    var scanner = XMLScanner(text)
    var bundles: [AppPackage.Bundle] = []
    do throws(DocumentError) {
      while let event = try scanner.next() {
        guard case .opened(let name) = event, text.string(at: name) == "bundle" else { continue }
        let values = scanner.attributes
        guard let path = values["path"], values["id"] != nil else { continue }
        var bundle = AppPackage.Bundle(path: path.hasPrefix("./") ? String(path.dropFirst(2)) : path)
        bundle.id = values["id"]
        bundle.version = values["CFBundleShortVersionString"]
        bundle.number = values["CFBundleVersion"]
        bundles.append(bundle)
      }
    } catch {
      throw ArchiveReadingError.damaged("`\(text.path)` is not XML")
    }
    return bundles
  }
}
