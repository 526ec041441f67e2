import Environments
import TestSupport
import Testing

@Suite("The Info.plist of an app")
struct InfoPlistKeyTests {
  private func paths(_ types: [String: String]) throws -> [String] {
    let world = TestWorkspace.clean(types.mapValues { "<plist><dict>\($0)</dict></plist>" })
    return try InfoPlistKey.infoPlists(in: world).map(\.path.string)
  }

  private static let app = "<key>CFBundlePackageType</key><string>APPL</string>"
  private static let framework = "<key>CFBundlePackageType</key><string>FMWK</string>"
  private static let widget = "<key>NSExtension</key><dict></dict>"

  @Test("is the only one of an app, followed by those of its extensions")
  func one() throws {
    #expect(
      try paths([
        "App/Info.plist": Self.app, "Kit/Info.plist": Self.framework, "A/Widget-Info.plist": Self.widget,
        "Pods/A/Info.plist": Self.app,
      ]) == ["App/Info.plist", "A/Widget-Info.plist"])
  }

  @Test("is unknown if there is no app, or more than one")
  func others() throws {
    #expect(try paths(["Kit/Info.plist": Self.framework, "Widget/Info.plist": Self.widget]) == [])
    #expect(try paths(["App/Info.plist": Self.app, "Watch/Info.plist": Self.app]) == [])
  }
}
