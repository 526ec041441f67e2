import CSpawn

/// The secrets in the environment of this process, which the system shows to other processes of the same user: also to the
/// commands of a lane.
package enum ProcessSecrets {
  /// Overwrites the values of `variables` in the environment of this process, and forbids other processes to read its memory.
  ///
  /// Call it after the environment has been read: no one can read it from the process afterwards.
  package static func hide(_ variables: [String]) {
    guard !variables.isEmpty else { return }
    martlet_forbid_inspection()
    for name in variables { martlet_clear_variable(name) }
  }
}
