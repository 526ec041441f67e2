import MartletManifests
import TestSupport
import Testing

@Suite("A build script of an Android app")
struct GradleManifestTests {
  @Test(
    "has the version and its code, in Groovy and Kotlin",
    arguments: [
      "android {\n  defaultConfig {\n    versionCode 7\n    versionName \"1.4.2\"\n  }\n}\n",
      "    versionCode = 7\n    versionName = \"1.4.2\"\n", "versionCode(7)\nversionName('1.4.2')\n",
    ])
  func places(text: String) throws {
    let manifest = GradleManifest(path: "build.gradle")
    #expect(try manifest.found(in: text) == ["build 7 versionCode", "version 1.4.2 versionName"])
  }

  @Test(
    "has no computed value",
    arguments: [
      "versionCode code\n", "versionCode 7 + 1.2\n", "versionName \"1.${minor}\"\n", "versionNames \"1.4.2\"\n",
    ])
  func computed(text: String) throws {
    #expect(
      try GradleManifest(path: "build.gradle").found(in: text) == (text.contains("+") ? ["build 7 versionCode"] : []))
  }
}
