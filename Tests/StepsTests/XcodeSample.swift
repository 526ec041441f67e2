/// A small Xcode project: an app with its version in an xcconfig, and an extension with its own setting.
enum XcodeSample {
  static func files(version: String, extensionVersion: String) -> [String: String] {
    [
      "Shared.xcconfig": "MARKETING_VERSION = \(version)\n",
      "App.xcodeproj/project.pbxproj": """
      // !$*UTF8*$!
      {
      	archiveVersion = 1;
      	objectVersion = 56;
      	objects = {
      		P = {isa = PBXProject; buildConfigurationList = PL; mainGroup = G; targets = (A, E, ); };
      		G = {isa = PBXGroup; children = (F, ); sourceTree = "<group>"; };
      		F = {isa = PBXFileReference; lastKnownFileType = text.xcconfig; path = Shared.xcconfig; sourceTree = "<group>"; };
      		PL = {isa = XCConfigurationList; buildConfigurations = (PR, ); defaultConfigurationName = Release; };
      		PR = {isa = XCBuildConfiguration; baseConfigurationReference = F; buildSettings = {}; name = Release; };
      		A = {isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
      			buildConfigurationList = AL; dependencies = (D, ); productName = App; };
      		D = {isa = PBXTargetDependency; target = E; };
      		AL = {isa = XCConfigurationList; buildConfigurations = (AR, ); defaultConfigurationName = Release; };
      		AR = {isa = XCBuildConfiguration; buildSettings = {GENERATE_INFOPLIST_FILE = YES; }; name = Release; };
      		E = {isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension";
      			buildConfigurationList = EL; dependencies = (); productName = Widget; };
      		EL = {isa = XCConfigurationList; buildConfigurations = (ER, ); defaultConfigurationName = Release; };
      		ER = {isa = XCBuildConfiguration; buildSettings = {
      			GENERATE_INFOPLIST_FILE = YES;
      			MARKETING_VERSION = \(extensionVersion);
      		}; name = Release; };
      	};
      	rootObject = P;
      }

      """,
    ]
  }
}
