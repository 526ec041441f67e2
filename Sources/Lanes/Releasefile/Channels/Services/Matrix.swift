extension AnnouncementService {
  package static let matrix = AnnouncementService(
    id: "matrix", name: "Matrix", required: ["server", "room", "token_env"], limit: 20_000,
    ignoresRepeat: { _ in true }, destination: { .matrix(server: $0.server, room: $0.room) })
}
