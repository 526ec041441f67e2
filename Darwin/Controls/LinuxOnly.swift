// error: cannot find 'syncfs' in scope
import SystemAPI

func wait(_ descriptor: Int32) -> Bool { syncfs(descriptor) == 0 }
