/// What a call to the system failed with, before it is known what that means.
struct SystemError: Error {
  let code: Int32

  static var last: SystemError { SystemError(code: lastSystemError) }
}
