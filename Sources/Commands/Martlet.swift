/// This program.
enum Martlet {
  /// The version of Martlet, which its own Releasefile raises.
  static let version = "0.1.0"
}
