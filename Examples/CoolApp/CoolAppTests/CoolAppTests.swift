import XCTest

@testable import CoolApp

final class CoolAppTests: XCTestCase {
    @MainActor
    func testContentViewHasABody() {
        XCTAssertNotNil(ContentView().body)
    }
}
