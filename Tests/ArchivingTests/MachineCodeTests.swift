import Foundation
import TestSupport
import Testing

@testable import Archiving

@Suite("The machine code of a file")
struct MachineCodeTests {
  private static let triples = [
    "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "armv7-unknown-linux-gnueabihf",
    "riscv64-unknown-linux-gnu", "powerpc64le-unknown-linux-gnu", "s390x-unknown-linux-gnu", "i686-unknown-linux-gnu",
    "x86_64-unknown-freebsd14", "arm64-apple-macosx13.0", "x86_64-apple-macosx10.13", "arm64-apple-ios16.0",
    "arm64-apple-ios16.0-simulator", "arm64-apple-xros1.0", "arm64_32-apple-watchos9.0",
    "x86_64-unknown-windows-msvc", "aarch64-unknown-windows-msvc", "wasm32-unknown-wasi",
  ]

  /// The bytes of a folder's file.
  private func bytes(_ name: String, in folder: TemporaryFolder) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")))
  }

  @Test(
    "fits the triple that clang compiled it for, and no other", .enabled(if: ReferenceProgram("clang") != nil),
    arguments: triples)
  func compiled(triple: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a.c", "int a(void) { return 1; }\n")
    let clang = try #require(ReferenceProgram("clang"))
    try #require(try clang.run(["-c", "--target=\(triple)", "a.c", "-o", "a.o"], in: folder).status == 0)
    let code = try #require(MachineCode.ofExecutable(bytes("a.o", in: folder))?.first)
    // The header of a file for Linux does not name the system.
    let same = Self.triples.filter {
      $0 == triple || $0.hasPrefix("x86_64-unknown-f") && triple.hasPrefix("x86_64-unknown-l")
    }
    #expect(Self.triples.filter(code.fits) == same, "\(code)")
  }

  @Test(
    "of a static library is that of its first object, as GNU's, BSD's and LLVM's `ar` write it",
    .enabled(if: ReferenceProgram("clang") != nil && ReferenceProgram("llvm-ar") != nil),
    arguments: ["gnu", "bsd", "darwin"])
  func library(format: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("a.c", "int a(void) { return 1; }\n")
    let triple = format == "darwin" ? "arm64-apple-macosx13.0" : "aarch64-unknown-linux-gnu"
    let name = "a-name-of-more-than-sixteen-bytes.o"
    let (clang, ar) = (try #require(ReferenceProgram("clang")), try #require(ReferenceProgram("llvm-ar")))
    try #require(try clang.run(["-c", "--target=\(triple)", "a.c", "-o", name], in: folder).status == 0)
    try #require(try ar.run(["rcs", "--format=\(format)", "a.a", name], in: folder).status == 0)
    let library = try bytes("a.a", in: folder)
    #expect(MachineCode.ofLibrary(library)?.filter { $0.fits(triple) }.count == 1)
    #expect(MachineCode.ofLibrary(library)?.filter { $0.fits("x86_64-unknown-linux-gnu") }.count == 0)
    #expect(MachineCode.ofExecutable(library) == nil)
    #expect(try MachineCode.ofLibrary(bytes(name, in: folder)) == nil)
    try #require(try ar.run(["rcsT", "thin.a", name], in: folder).status == 0)
    #expect(try MachineCode.ofLibrary(bytes("thin.a", in: folder)) == nil)
  }

  @Test("of a universal binary is that of each part")
  func universal() throws {
    // Two headers of Mach-O without load commands.
    let intel: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE, 7, 0, 0, 1, 3, 0, 0, 0, 2, 0, 0, 0] + Array(repeating: 0, count: 16)
    let arm: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE, 12, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0] + Array(repeating: 0, count: 16)
    func entry(_ start: UInt8) -> [UInt8] { [1, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0, start, 0, 0, 0, 32, 0, 0, 0, 0] }
    let universal: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2] + entry(48) + entry(80) + intel + arm
    #expect(MachineCode.ofExecutable(universal) == [MachineCode("Mach-O", "x86_64"), MachineCode("Mach-O", "arm64")])
    let authenticated = Array(arm[..<8]) + [2] + arm[9...]
    #expect(MachineCode.ofExecutable(authenticated) == [MachineCode("Mach-O", "arm64e")])
    // The version of a class file of Java is where the number of parts would be.
    let part: [UInt8] = [1, 0, 0, 7, 0, 0, 0, 3, 0, 0, 4, 0xCC, 0, 0, 0, 32, 0, 0, 0, 0]
    let java: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61] + Array(repeating: part, count: 61).joined() + arm
    #expect(MachineCode.ofExecutable(java) == nil)
    // Cut, and a class file of Java.
    #expect(MachineCode.ofExecutable(universal.dropLast()) == nil)
    #expect(MachineCode.ofExecutable([0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 16]) == nil)
  }

  @Test("of a script is unknown, and text is not an executable")
  func scripts() {
    #expect(MachineCode.ofExecutable(Array("#!/bin/sh\n".utf8)) == [])
    #expect(MachineCode.ofExecutable(Array("echo\n".utf8)) == nil)
    #expect(MachineCode.ofExecutable([]) == nil)
    #expect(MachineCode.ofLibrary(Array("!<arch>\n".utf8)) == [])
  }
}
