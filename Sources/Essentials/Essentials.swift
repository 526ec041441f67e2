// The part of Foundation that is enough for us. On Linux it is a library of its own: all of Foundation would make the
// program three times as large, and each of its starts slower. macOS has it all at hand.
#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif
