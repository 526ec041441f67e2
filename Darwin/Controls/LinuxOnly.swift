// error: cannot find 'syncfs' in scope
import Libc

func wait(_ descriptor: Int32) -> Bool { syncfs(descriptor) == 0 }
