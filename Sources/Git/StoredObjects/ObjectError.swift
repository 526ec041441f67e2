import MartletCore
import Processes

/// An object that is refused: it is damaged or exceeds a limit.
package struct RefusedObject: Error, Equatable {
  package let id: ObjectID
  /// What is wrong, such as `it has more than 4096 parents`, or the reason that git prints.
  package let reason: String
}

/// Why an object was not read.
package enum ObjectError: Error, Equatable {
  case refused(RefusedObject)
  /// git cannot run.
  case program(ProcessError)
  /// The read was stopped because this process must stop because of that signal.
  case interrupted(signal: Int32)

  static func tooLarge(_ id: ObjectID, _ length: Int) -> ObjectError {
    .refused(RefusedObject(id: id, reason: "its \(length) bytes do not fit into the available memory"))
  }

  static func special(_ id: ObjectID, _ file: String) -> ObjectError {
    .refused(RefusedObject(id: id, reason: "`\(file)` is a named pipe, a socket or a device"))
  }
}

/// Why an object is refused.
struct Refusal: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
