import MartletCore

/// The Info.plist of an XCFramework.
package struct XCFrameworkDescription {
  /// The paths of the libraries, from the folder of the XCFramework, in the order of the file.
  package let libraryPaths: [String]
  /// The Info.plist with its libraries in byte order of their identifiers; Xcode writes them in any order.
  package let sorted: SourceText

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
    var identifiers: [String] = []
    for library in libraries {
      guard let identifier = library["LibraryIdentifier"]?.text, let path = library["LibraryPath"]?.text else {
        throw .malformed(
          source, at: start, problem: "a library of `\(source.path)` has no `LibraryIdentifier` or `LibraryPath`",
          hint: "make the folder with `xcodebuild -create-xcframework`")
      }
      paths.append("\(identifier)/\(path)")
      identifiers.append(identifier)
    }
    libraryPaths = paths
    do {
      sorted = try Self.sorted(source, libraries, by: identifiers)
    } catch {
      throw .malformed(source, at: start, problem: "`\(source.path)` cannot be sorted: \(error)", hint: nil)
    }
  }

  /// Exchanges the bytes of the elements, and leaves those between them.
  private static func sorted(
    _ source: SourceText, _ libraries: [DocumentValue], by identifiers: [String]
  ) throws -> SourceText {
    let elements = try elements(libraries, in: source)
    let texts = zip(identifiers, elements).sorted { $0.0.precedesInBytes($1.0) }.map { source.string(at: $0.1) }
    return try source.applying(
      zip(elements, texts).map { TextEdit($0, expected: source.string(at: $0), replacement: $1) })
  }

  /// Returns the bytes of each value, from its start tag to its end tag.
  private static func elements(_ values: [DocumentValue], in source: SourceText) throws -> [Range<Int>] {
    var scanner = XMLScanner(source)
    var open: [Int] = []
    var elements: [Range<Int>] = []
    while let event = try scanner.next() {
      switch event {
      case .opened(let name): open.append(name.lowerBound)
      case .closed(_, _, let end):
        guard let start = open.popLast(), values.contains(where: { $0.span.lowerBound == start }) else { continue }
        elements.append(start - 1..<source.bytes.index(after: end) { $0 != UInt8(ascii: ">") } + 1)
      }
    }
    return elements
  }
}
