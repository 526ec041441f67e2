import BuildSettings
import TextEditing

/// The texts of a property list's outermost dictionary, whatever form the list has.
struct PropertyList: Sendable {
  /// A key with a string or a number.
  struct Entry: Sendable {
    let key: String
    let text: LocatedText
  }

  enum Form: Sendable {
    case xml, openStep, binary
  }

  let form: Form
  /// In the order of the file.
  let entries: [Entry]

  /// - Throws: `ManifestError.malformed` for what has none of the three forms, or breaks off.
  init(_ source: SourceText) throws(ManifestError) {
    let start = source.bytes.index(after: source.startOffset) { $0.isBlank || $0.isLineEnd }
    if source.bytes.has("bplist", at: 0) {
      form = .binary
      entries = try BinaryPropertyList(source).entries()
    } else if source.bytes.byte(at: start) == UInt8(ascii: "<"), !source.bytes.has("<<<<<<<", at: start) {
      form = .xml
      var scanner = XMLPropertyListScanner(source)
      entries = try scanner.scan()
    } else {
      form = .openStep
      entries = try OpenStepPropertyList(source).root.entries.compactMap { key, value in
        guard value.kind == .string, let name = key.string else { return nil }
        return Entry(key: name, text: value.text)
      }
    }
  }

  /// The text for `key`; the last one if there are several.
  subscript(key: String) -> LocatedText? { entries.last { $0.key == key }?.text }
}
