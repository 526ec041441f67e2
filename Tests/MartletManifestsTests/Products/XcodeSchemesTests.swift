import MartletCore
import MartletManifests
import TestSupport
import Testing

@Suite("The configuration that is shipped")
struct XcodeSchemesTests {
  private func archived(_ schemes: [String: String]) throws -> [String] {
    let texts = schemes.sorted { $0.key < $1.key }.compactMap { SourceText($0.key, $0.value) }
    let files = MemoryFiles(ProductLayout().files + texts)
    let products = try XcodeProducts(of: ["App.xcodeproj"], in: files)
    return products.apps[0].target.archived.map(\.configuration)
  }

  private func scheme(_ configuration: String, of target: String = "App", archives: String = "YES") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <Scheme version = "1.7">
       <BuildAction>
          <BuildActionEntries>
             <BuildActionEntry buildForTesting = "YES" buildForArchiving = "\(archives)">
                <BuildableReference BlueprintName = "\(target)" ReferencedContainer = "container:App.xcodeproj">
                </BuildableReference>
             </BuildActionEntry>
          </BuildActionEntries>
       </BuildAction>
       <LaunchAction buildConfiguration = "Debug">
          <BuildableReference BlueprintName = "App" ReferencedContainer = "container:App.xcodeproj"></BuildableReference>
       </LaunchAction>
       <ArchiveAction buildConfiguration = "\(configuration)"></ArchiveAction>
    </Scheme>
    """
  }

  @Test("is Release without a shared scheme")
  func none() throws {
    #expect(try archived([:]) == ["Release"])
    #expect(
      try archived(["App.xcodeproj/xcshareddata/xcschemes/Other.xcscheme": scheme("Debug", of: "Push")]) == ["Release"])
    #expect(
      try archived(["App.xcodeproj/xcshareddata/xcschemes/App.xcscheme": scheme("Debug", archives: "NO")]) == [
        "Release"
      ])
    #expect(try archived(["App.xcodeproj/xcshareddata/xcschemes/App.xcscheme": scheme("Beta")]) == ["Release"])
  }

  @Test(
    "is that of the archive action, also in a workspace",
    arguments: ["App.xcodeproj/xcshareddata/xcschemes", "All.xcworkspace/xcshareddata/xcschemes"])
  func scheme(folder: String) throws {
    #expect(try archived(["\(folder)/Ship.xcscheme": scheme("Debug")]) == ["Debug"])
  }

  @Test("is that of the scheme with the name of the app, if several archive it")
  func several() throws {
    let folder = "App.xcodeproj/xcshareddata/xcschemes"
    let beta = ["\(folder)/Beta.xcscheme": scheme("Debug")]
    #expect(try archived(beta.merging(["\(folder)/App.xcscheme": scheme("Release")]) { $1 }) == ["Release"])
    #expect(try archived(beta.merging(["\(folder)/Ship.xcscheme": scheme("Release")]) { $1 }) == ["Debug", "Release"])
  }
}
