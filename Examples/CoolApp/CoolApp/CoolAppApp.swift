import SwiftUI

@main
struct CoolAppApp: App {
    var body: some Scene {
        WindowGroup {
            ContentView()
        }
    }
}
