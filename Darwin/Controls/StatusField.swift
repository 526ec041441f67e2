// error: value of type 'stat' has no member 'st_mtim'
import SystemAPI

func second(_ status: stat) -> Int { status.st_mtim.tv_sec }
