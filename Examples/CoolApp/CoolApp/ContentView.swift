import CoolKit
import SwiftUI

struct ContentView: View {
    var body: some View {
        VStack {
            Text(Greeting(name: "world").text)
            Text("CoolKit \(CoolKit.version)")
                .font(.footnote)
        }
    }
}
