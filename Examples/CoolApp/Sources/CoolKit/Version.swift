/// What CoolKit says about itself.
public enum CoolKit {
    /// The version of this release.
    public static let version = "1.4.2"

    /// The layout of the files on disk: caches of another one are thrown away.
    static let cacheVersion = "3.0"
}
