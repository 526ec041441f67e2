/// A sample project: the app CoolApp with a widget, a framework, tests, and settings in all places that Xcode supports.
enum XcodeFixture {
  /// The settings of each configuration, as in the braces of `buildSettings`.
  struct Settings {
    var project = ("", "")
    var app = ("MARKETING_VERSION = 1.4.2;", "MARKETING_VERSION = 1.4.2;")
    var widget = ("MARKETING_VERSION = 1.4.2;", "MARKETING_VERSION = 1.4.2;")
    var tests = ("MARKETING_VERSION = 1.0;", "MARKETING_VERSION = 1.0;")
    /// Further keys next to the app's settings, for example a base configuration.
    var appBase = ""
    var projectBase = ""
    var appName = "CoolApp"
    var appType = "application"
  }

  static func project(_ settings: Settings = Settings()) -> String {
    """
    // !$*UTF8*$!
    {
    \tarchiveVersion = 1;
    \tobjectVersion = 77;
    \tobjects = {
    /* Begin section */
    \t\tA0 /* embedded */ = {isa = PBXBuildFile; fileRef = A1 /* Widget.appex */; };
    \t\tA1 = {isa = PBXFileReference; path = Widget.appex; sourceTree = BUILT_PRODUCTS_DIR; };
    \t\tA2 = {isa = PBXFileReference; path = App.xcconfig; sourceTree = "<group>"; };
    \t\tA3 = {isa = PBXFileReference; path = ../Shared/Version.xcconfig; sourceTree = SOURCE_ROOT; };
    \t\tB0 = {isa = PBXGroup; children = (B1, B2, A3, ); sourceTree = "<group>"; };
    \t\tB1 = {isa = PBXGroup; name = Configuration; path = Config; children = (A2, B0, ); sourceTree = "<group>"; };
    \t\tB2 = {isa = PBXFileSystemSynchronizedRootGroup; path = Sync; sourceTree = "<group>"; };
    \t\tC0 = {isa = PBXCopyFilesBuildPhase; dstSubfolderSpec = 13; files = (A0, ); };
    \t\tD0 = {isa = PBXProject; buildConfigurationList = E0; mainGroup = B0; projectDirPath = ""; targets = (D1, D2, D3, D4, ZZ, ); };
    \t\tD1 = {isa = PBXNativeTarget; buildConfigurationList = E1; buildPhases = (C0, ); name = \(settings.appName); productType = "com.apple.product-type.\(settings.appType)"; };
    \t\tD2 = {isa = PBXNativeTarget; buildConfigurationList = E2; name = "Cool Widget"; productReference = A1; productType = "com.apple.product-type.app-extension"; };
    \t\tD3 = {isa = PBXNativeTarget; buildConfigurationList = E3; name = CoolTests; productType = "com.apple.product-type.bundle.unit-test"; };
    \t\tD4 = {isa = PBXAggregateTarget; buildConfigurationList = E4; name = Lint; };
    \(configurations("0", settings.project, base: settings.projectBase))
    \(configurations("1", settings.app, base: settings.appBase))
    \(configurations("2", settings.widget, base: ""))
    \(configurations("3", settings.tests, base: ""))
    \(configurations("4", ("", ""), base: ""))
    \t};
    \trootObject = D0 /* Project object */;
    }

    """
  }

  private static func configurations(_ number: String, _ settings: (String, String), base: String) -> String {
    """
    \t\tE\(number) = {isa = XCConfigurationList; buildConfigurations = (F\(number), G\(number), ); defaultConfigurationName = Release; };
    \t\tF\(number) = {isa = XCBuildConfiguration; \(base)
    \t\t\tbuildSettings = {
    \t\t\t\t\(settings.0)
    \t\t\t};
    \t\t\tname = Debug;
    \t\t};
    \t\tG\(number) = {isa = XCBuildConfiguration; \(base)
    \t\t\tbuildSettings = {
    \t\t\t\t\(settings.1)
    \t\t\t};
    \t\t\tname = Release;
    \t\t};
    """
  }
}
