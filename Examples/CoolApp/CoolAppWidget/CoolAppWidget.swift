import CoolKit
import SwiftUI
import WidgetKit

struct Entry: TimelineEntry {
    let date: Date
}

struct Provider: TimelineProvider {
    func placeholder(in context: Context) -> Entry {
        Entry(date: .now)
    }

    func getSnapshot(in context: Context, completion: @escaping (Entry) -> Void) {
        completion(Entry(date: .now))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
        completion(Timeline(entries: [Entry(date: .now)], policy: .never))
    }
}

@main
struct CoolAppWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "CoolAppWidget", provider: Provider()) { _ in
            Text(Greeting(name: "widget").text)
        }
        .configurationDisplayName("Cool Widget")
    }
}
