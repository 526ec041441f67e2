// error: value of type 'stat' has no member 'st_mtim'
import Libc

func second(_ status: stat) -> Int { status.st_mtim.tv_sec }
