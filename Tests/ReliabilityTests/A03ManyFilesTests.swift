import Foundation
import TestSupport
import Testing

@Suite("A disk that fails while many files are synchronised")
struct A03ManyFilesTests {
  /// Raises the version in 80 files, of which the main thread synchronises an eighth; there, the `fsync` of PATH fails.
  private static let script = """
    git init -q ../many
    cd ../many
    for n in $(seq 80); do mkdir -p M$n; echo 'MARKETING_VERSION = 1.4.2' > M$n/Version.xcconfig; done
    git add .
    git commit -qm First
    cp -R ../many ../trial
    (cd ../trial; strace -qq -y -o ../calls -e trace=fsync "$MARTLET" bump minor --yes >../output)
    number=$(grep '^fsync' ../calls | grep -n 'PATH>' | head -n 1 | cut -d : -f 1)
    status=0
    strace -qq -y -o ../trace -e trace=fsync -e inject=fsync:error=EIO:when=$number "$MARTLET" bump minor --yes || status=$?
    grep INJECTED ../trace | grep -c 'PATH>'
    find . -name '.martlet-*' -not -path './.git/*'
    git status --porcelain | wc -l
    exit $status
    """

  /// The target of the failing `fsync`.
  enum Failing: String, CaseIterable {
    case copy = "/before/9.file"
    case stagedFile = "/.martlet-.*-17"
    case folder = "/M[0-9]*"

    var error: String? {
      switch self {
      case .copy: "/before`: input/output error"
      case .stagedFile: "error: cannot write `M24/Version.xcconfig`: input/output error"
      case .folder: nil
      }
    }
  }

  @Test(
    "fails the run, which undoes everything and synchronises a folder's names again later",
    .enabled(if: ReferenceProgram("strace") != nil, "there is no `strace`"), arguments: Failing.allCases)
  func many(failing: Failing) throws {
    let world = try GoldenWorld(example: "Examples/CoolApp")
    let result = try world.shell(Self.script.replacing("PATH", with: failing.rawValue))
    let lines = result.outputText.split(separator: "\n").suffix(2).map { $0.filter { $0 != " " } }
    #expect(lines == ["1", failing.error == nil ? "80" : "0"])
    if let error = failing.error {
      #expect(result.errorText.contains(error), "\(result.errorText)")
      #expect(result.termination == .exited(status: 1))
    } else {
      #expect(result.succeeded, "\(result.errorText)")
    }
  }
}
