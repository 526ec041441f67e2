/// What `cool --version` says.
enum Version {
  static let current = "0.3.1"
}
