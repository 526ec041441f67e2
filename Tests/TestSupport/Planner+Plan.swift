import Lanes

extension Planner {
  /// The whole plan, as known before it is run.
  package func wholePlan() throws -> Plan {
    var planner = self
    return try planner.preview()
  }
}
