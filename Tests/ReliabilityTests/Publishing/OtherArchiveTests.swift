import TestSupport
import Testing

/// The same folder as other programs pack it.
@Suite("An archive of an XCFramework and those of `zip -X` and `git archive`")
struct OtherArchiveTests {
  private static let isThere = ["zip", "python3"].allSatisfy { LoopbackServer.path(of: $0) != nil }

  @Test("have the same names, contents, modes and links", .enabled(if: isThere, "there is no zip or python3"))
  func entries() throws {
    let project = try StrangeProject()
    try project.write(
      "Releasefile",
      "lanes: {pack: {steps: [archive: {xcframework: Kit.xcframework, output: dist/Kit.zip}]}}\n")
    try project.write(
      "Kit.xcframework/Info.plist",
      "<plist version=\"1.0\"><dict><key>CFBundlePackageType</key><string>XFWK</string><key>AvailableLibraries</key>"
        + "<array><dict><key>LibraryIdentifier</key><string>macos-arm64</string><key>LibraryPath</key>"
        + "<string>Kit.framework</string></dict></array></dict></plist>\n")
    try project.write("Kit.xcframework/macos-arm64/Kit.framework/Versions/A/Kit", "library")
    try project.shell(
      """
      cd Kit.xcframework/macos-arm64/Kit.framework
      chmod 755 Versions/A/Kit
      ln -s A Versions/Current
      ln -s Versions/Current/Kit Kit
      """)
    #expect(try project.martlet("run", "pack", "--yes").status == 0)
    // The names that `zip` finds on the disk are in no order, and it stores the times of the files.
    try project.shell(
      """
      zip -q -r -X -D -y ../zip.zip Kit.xcframework
      git add Kit.xcframework
      git archive --format=zip -o ../git.zip "$(git write-tree)" Kit.xcframework
      """)
    let script = """
      import sys, zipfile
      def entries(path):
          found = [entry for entry in zipfile.ZipFile(path).infolist() if not entry.is_dir()]
          mode = lambda entry: entry.external_attr >> 16 & 0o170100
          return sorted((entry.filename, entry.CRC, entry.file_size, mode(entry)) for entry in found)
      def described(path):
          # git leaves the mode of plain files out.
          return [(name, crc, size, 0 if mode == 0o100000 else mode) for name, crc, size, mode in entries(path)]
      print(len(entries(sys.argv[1])), *(described(path) == described(sys.argv[1]) for path in sys.argv[2:]))
      """
    #expect(
      try project.shell("python3 - dist/Kit.zip ../zip.zip ../git.zip <<'END'\n\(script)\nEND") == "4 True True")
  }
}
