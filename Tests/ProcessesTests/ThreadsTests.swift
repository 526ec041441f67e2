import SystemAPI
import Testing

@testable import Processes

@Suite("Work on other threads")
struct ThreadsTests {
  @Test("is waited for, with separate results", arguments: [1, 2, 7])
  func results(count: Int) {
    #expect(Threads.results(count) { $0 * $0 } == (0..<count).map { $0 * $0 })
  }

  @Test("receives no signals, while the calling thread still does")
  func signals() {
    let blocked = { @Sendable (_: Int) in
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      return [SIGINT, SIGTERM, SIGHUP].map { sigismember(&mask, $0) == 1 }
    }
    let before = blocked(0)
    #expect(Threads.results(3, blocked) == [before, [true, true, true], [true, true, true]])
    #expect(blocked(0) == before)
  }

  @Test("is waited for together with a library's cleanup at the end of a thread")
  func end() {
    let hasEnded = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { hasEnded.deallocate() }
    hasEnded.storeBytes(of: 0, as: UInt8.self)
    let address = UInt(bitPattern: hasEnded)
    var created = pthread_key_t()
    pthread_key_create(&created) { value in
      usleep(50_000)
      (value as UnsafeMutableRawPointer?)?.storeBytes(of: 1, as: UInt8.self)
    }
    let key = created
    defer { pthread_key_delete(key) }
    _ = Threads.results(2) { number in
      // The first is created on this thread.
      number == 0 ? 0 : pthread_setspecific(key, UnsafeRawPointer(bitPattern: address))
    }
    #expect(hasEnded.load(as: UInt8.self) == 1)
  }
}
