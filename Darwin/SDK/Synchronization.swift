// FoundationEssentials imports it; it is macOS 15's, so Martlet must not use it.
