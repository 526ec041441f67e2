// The sufficient part of Foundation. On Linux it is a separate library: all of Foundation would triple the program's
// size and slow down each start. On macOS it is a part of the system.
#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif
