// Foundation as macOS has it, as far as Martlet's tests need it: what both systems' FoundationEssentials declares, the C
// library, and names that collide. No body is ever run: this module is for the type checker.
@_exported import Darwin
@_exported import FoundationEssentialz

private func body() -> Never { fatalError("only for the type checker") }

// Names that Apple's Foundation, CoreServices and ObjectiveC put into every file that imports Foundation. A type of Martlet
// with one of these is ambiguous there unless its own module declares it.
public struct AbsoluteTime {}
public struct Boolean {}
public struct ByteCount {}
public struct Category {}
public struct Component {}
public struct Dimension {}
@available(macOS 15, *) public struct Expression<each Input, Output> {}
public struct FileWrapper {}
public struct Fixed {}
public struct Formatter {}
public struct Handle {}
public struct Host {}
public struct IndexSet {}
public struct InputStream {}
public struct ItemCount {}
public struct Measurement<UnitType> {}
public struct Method {}
public struct Notification {}
public struct Object {}
public struct Operation {}
public struct OperationQueue {}
public struct OSType {}
public struct OutputStream {}
public struct Point {}
public struct Port {}
public struct Progress {}
public struct Ptr {}
public struct Rect {}
public struct RunLoop {}
public struct Scanner {}
public struct ScriptCode {}
public struct Selector {}
public struct Size {}
public struct Stream {}
public struct Style {}
public struct TextEncoding {}
public struct TextEncodingBase {}
public struct Timer {}
public struct Unit {}
public struct XMLDocument {}
public struct XMLElement {}
public struct XMLNode {}
public struct XMLParser {}

open class NSObject: Hashable, CustomStringConvertible {
  public init() {}
  open var description: String { body() }
  public func hash(into hasher: inout Hasher) { body() }
  public static func == (one: NSObject, other: NSObject) -> Bool { body() }
}

open class NSError: NSObject, Error, @unchecked Sendable {}

extension Error {
  public var localizedDescription: String { body() }
}

public struct ObjCBool: ExpressibleByBooleanLiteral {
  public init(_ value: Bool) {}
  public init(booleanLiteral value: Bool) {}
  public var boolValue: Bool { body() }
}

public func NSUserName() -> String { body() }
public func NSHomeDirectory() -> String { body() }
public func NSTemporaryDirectory() -> String { body() }

open class NSNumber: NSObject, @unchecked Sendable {
  public var intValue: Int { body() }
  public var uint16Value: UInt16 { body() }
  public var boolValue: Bool { body() }
}

open class NSNull: NSObject {}

open class NSString: NSObject {
  public var deletingLastPathComponent: String { body() }
  public var lastPathComponent: String { body() }
  public var precomposedStringWithCanonicalMapping: String { body() }
}

extension String: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSString { body() }
  public static func _forceBridgeFromObjectiveC(_ source: NSString, result: inout String?) { body() }
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSString, result: inout String?) -> Bool { body() }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSString?) -> String { body() }
}

open class NSDictionary: NSObject {
  public convenience init(dictionary: [AnyHashable: Any]) { body() }
}

extension Dictionary: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSDictionary { body() }
  public static func _forceBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?) { body() }
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSDictionary, result: inout Dictionary?) -> Bool {
    body()
  }
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSDictionary?) -> Dictionary { body() }
}

public struct NSRange: Hashable, Sendable {
  public var location: Int { body() }
  public var length: Int { body() }
  public init<Region: RangeExpression, Target: StringProtocol>(_ region: Region, in target: Target)
  where Region.Bound == Target.Index { body() }
}

extension Range where Bound == String.Index {
  public init?<Text: StringProtocol>(_ range: NSRange, in string: Text) { body() }
}

open class NSTextCheckingResult: NSObject {
  public var range: NSRange { body() }
  public var numberOfRanges: Int { body() }
  public func range(at index: Int) -> NSRange { body() }
}

public let NSNotFound = Int.max

open class NSRegularExpression: NSObject, @unchecked Sendable {
  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let caseInsensitive = Options(rawValue: 1)
  }
  public struct MatchingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public init(pattern: String, options: Options = []) throws { super.init() }
  public func matches(in string: String, options: MatchingOptions = [], range: NSRange) -> [NSTextCheckingResult] {
    body()
  }
}

open class NSLock: NSObject, @unchecked Sendable {
  public func lock() {}
  public func unlock() {}
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class NSRecursiveLock: NSObject, @unchecked Sendable {
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}

open class NSCondition: NSObject, @unchecked Sendable {
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
  public func wait() {}
  public func broadcast() {}
}

// Foundation re-exports Dispatch.
open class DispatchGroup: @unchecked Sendable {
  public init() {}
  public func enter() {}
  public func leave() {}
  public func wait() {}
}

open class Thread: NSObject {
  public class func detachNewThread(_ block: @escaping @Sendable () -> Void) {}
  public class func sleep(forTimeInterval interval: TimeInterval) {}
}

open class Bundle: NSObject {
  public class var main: Bundle { body() }
  public class var allBundles: [Bundle] { body() }
  public var bundlePath: String { body() }
}

open class FileHandle: NSObject, @unchecked Sendable {
  public class var nullDevice: FileHandle { body() }
  public class var standardError: FileHandle { body() }
  public class var standardOutput: FileHandle { body() }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool) {}
  public init(fileDescriptor: Int32) {}
  public convenience init?(forUpdatingAtPath path: String) { body() }
  public convenience init?(forReadingAtPath path: String) { body() }
  public convenience init?(forWritingAtPath path: String) { body() }
  public convenience init(forWritingTo url: URL) throws { body() }
  public var fileDescriptor: Int32 { body() }
  public var readabilityHandler: (@Sendable (FileHandle) -> Void)?
  public var availableData: Data { body() }
  public func readDataToEndOfFile() -> Data { body() }
  public func readData(ofLength length: Int) -> Data { body() }
  public func readToEnd() throws -> Data? { body() }
  public func read(upToCount count: Int) throws -> Data? { body() }
  public func write(_ data: Data) {}
  public func write<Bytes: DataProtocol>(contentsOf data: Bytes) throws {}
  public func seek(toOffset offset: UInt64) throws {}
  @discardableResult public func seekToEnd() throws -> UInt64 { body() }
  public func truncate(atOffset offset: UInt64) throws {}
  public func close() throws {}
}

open class Pipe: NSObject, @unchecked Sendable {
  public var fileHandleForReading: FileHandle { body() }
  public var fileHandleForWriting: FileHandle { body() }
}

open class Process: NSObject, @unchecked Sendable {
  public enum TerminationReason: Int, Sendable {
    case exit = 1
    case uncaughtSignal = 2
  }
  public var executableURL: URL?
  public var arguments: [String]?
  public var environment: [String: String]?
  public var currentDirectoryURL: URL?
  public var standardInput: Any?
  public var standardOutput: Any?
  public var standardError: Any?
  public var isRunning: Bool { body() }
  public var processIdentifier: Int32 { body() }
  public var terminationStatus: Int32 { body() }
  public var terminationReason: TerminationReason { body() }
  public var terminationHandler: (@Sendable (Process) -> Void)?
  public func run() throws {}
  public func interrupt() {}
  public func terminate() {}
  public func waitUntilExit() {}
}

open class JSONSerialization: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let fragmentsAllowed = ReadingOptions(rawValue: 4)
  }
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
  public class func jsonObject(with data: Data, options: ReadingOptions = []) throws -> Any { body() }
  public class func data(withJSONObject object: Any, options: WritingOptions = []) throws -> Data { body() }
}

open class PropertyListSerialization: NSObject {
  public typealias ReadOptions = UInt
  public enum PropertyListFormat: UInt, Sendable { case openStep = 1, xml = 100, binary = 200 }
  public class func propertyList(
    from data: Data, options: ReadOptions = 0, format: UnsafeMutablePointer<PropertyListFormat>?
  ) throws -> Any { body() }
}

public struct CharacterSet: Sendable {
  public init(charactersIn characters: String) {}
  public static var whitespaces: CharacterSet { body() }
  public static var newlines: CharacterSet { body() }
  public static var alphanumerics: CharacterSet { body() }
  public static var whitespacesAndNewlines: CharacterSet { body() }
}

extension StringProtocol {
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { body() }
  public func trimmingCharacters(in set: CharacterSet) -> String { body() }
  public func range<Text: StringProtocol>(of text: Text) -> Range<Index>? { body() }
  public var precomposedStringWithCanonicalMapping: String { body() }
  public var decomposedStringWithCanonicalMapping: String { body() }
}

extension FileManager {
  public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { body() }
  open class DirectoryEnumerator: Sequence, IteratorProtocol {
    public func next() -> Any? { body() }
    public func skipDescendants() {}
  }
  public func enumerator(atPath path: String) -> DirectoryEnumerator? { body() }
  public func url(
    for directory: SearchPathDirectory, in domain: SearchPathDomainMask, appropriateFor url: URL?, create: Bool
  ) throws -> URL { body() }
}

extension Duration {
  public struct UnitsFormatStyle: FormatStyle, Sendable {
    public enum Unit: Hashable, Codable, Sendable { case seconds, milliseconds }
    public enum UnitWidth: Hashable, Codable, Sendable { case narrow }
    public func format(_ value: Duration) -> String { body() }
  }
  public func formatted<Style: FormatStyle>(_ style: Style) -> Style.FormatOutput where Style.FormatInput == Duration {
    body()
  }
}

extension FormatStyle where Self == Duration.UnitsFormatStyle {
  public static func units(
    allowed: Set<Duration.UnitsFormatStyle.Unit>, width: Duration.UnitsFormatStyle.UnitWidth
  ) -> Self { body() }
}
