// error: cannot convert value of type 'UnsafeMutablePointer<posix_spawn_file_actions_t>' (aka 'UnsafeMutablePointer<UnsafeMutableRawPointer>') to expected argument type 'UnsafeMutablePointer<posix_spawn_file_actions_t?>' (aka 'UnsafeMutablePointer<Optional<UnsafeMutableRawPointer>>')
import SystemAPI

func begin(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>) { posix_spawn_file_actions_init(actions) }
