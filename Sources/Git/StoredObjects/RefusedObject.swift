import MartletCore

/// An object that the strict reader refuses: it is damaged or exceeds a limit. The refusal is final; no other reader
/// may read the object.
package struct RefusedObject: Error, Equatable {
  package let id: RawObjectID
  /// The path of the file with the object.
  package let file: String
  /// What is wrong, such as `it cannot be decompressed`.
  package let reason: String
}

/// Why a file or a part of it is refused.
struct Refusal: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
