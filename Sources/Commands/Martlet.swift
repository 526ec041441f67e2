/// This program.
enum Martlet {
  /// The version of Martlet itself, which our own Releasefile raises.
  static let version = "0.1.0"
}
