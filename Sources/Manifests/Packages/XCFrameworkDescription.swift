import Documents
import TextEditing

/// The Info.plist of an XCFramework.
package struct XCFrameworkDescription {
  /// The paths of the libraries, from the folder of the XCFramework, in the order of the file.
  package let libraryPaths: [String]

  /// - Throws: `ManifestError.malformed` for a file without `AvailableLibraries`, or with a library without a path.
  package init(_ source: SourceText) throws(ManifestError) {
    let root: DocumentValue
    do {
      root = try DocumentFormat.propertyList.value(of: source)
    } catch {
      throw ManifestError(error)
    }
    let start = source.startOffset..<source.startOffset
    guard root["CFBundlePackageType"]?.text == "XFWK", let libraries = root["AvailableLibraries"]?.elements,
      !libraries.isEmpty
    else {
      throw .malformed(
        source, at: start, problem: "`\(source.path)` lists no `AvailableLibraries` of an XCFramework",
        hint: "make the folder with `xcodebuild -create-xcframework`")
    }
    var paths: [String] = []
    for library in libraries {
      guard let identifier = library["LibraryIdentifier"]?.text, let path = library["LibraryPath"]?.text else {
        throw .malformed(
          source, at: start, problem: "a library of `\(source.path)` has no `LibraryIdentifier` or `LibraryPath`",
          hint: "make the folder with `xcodebuild -create-xcframework`")
      }
      paths.append("\(identifier)/\(path)")
    }
    libraryPaths = paths
  }
}
