extension Int {
  /// Returns the number with its noun: `1 lane`, `2 lanes`.
  package func of(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }

  /// Such as `512 bytes`, `3.4 kB`, `18.2 MB`.
  package var byteCount: String {
    guard self >= 1000 else { return of("byte") }
    let units: [(size: Double, name: String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    let unit = units.first { Double(self) >= $0.size } ?? (1e3, "kB")
    let tenths = Int((Double(self) / unit.size * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }
}

extension String {
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
