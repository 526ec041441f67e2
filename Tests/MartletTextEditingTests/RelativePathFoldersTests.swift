import MartletCore
import Testing

@Suite("A path read from a folder")
struct RelativePathFoldersTests {
  @Test(
    "stays below the root",
    arguments: [
      ("App/Info.plist", nil, "App/Info.plist"), ("Info.plist", "App", "App/Info.plist"),
      ("../Shared/a", "App", "Shared/a"), ("./a//b", "App/x", "App/x/a/b"), ("../../a", "App", nil), ("/a", "App", nil),
      ("..", "App", nil), ("", nil, nil),
    ] as [(String, String?, String?)])
  func paths(path: String, folder: String?, expected: String?) {
    #expect(RelativePath(path, in: folder.flatMap { RelativePath($0) })?.string == expected)
  }
}
