import MartletCore

/// The text of a commit or an annotated tag: lines with a name and a value, an empty line, and the message.
struct ObjectText {
  private var fields: [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
  let message: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.prefix { $0 != .lineFeed }
      rest = rest[line.endIndex...].dropFirst()
      if line.isEmpty { break }
      // The lines of a signature begin with a blank.
      guard line.first != .space, let blank = line.firstIndex(of: .space) else { continue }
      fields.append((line[..<blank], line[(blank + 1)...]))
    }
    message = rest
  }

  func values(_ name: String) -> [ArraySlice<UInt8>] {
    fields.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
  }

  /// Returns the first id with that name; nil for none.
  func id(_ name: String) -> ObjectID? { values(name).first.flatMap { ObjectID(String(decoding: $0, as: UTF8.self)) } }

  /// Returns the person with that name and the time; nil for none.
  func identity(_ name: String) -> Identity? {
    values(name).first.flatMap { Identity(line: String(decoding: $0, as: UTF8.self)) }
  }
}
