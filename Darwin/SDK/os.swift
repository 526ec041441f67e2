// ArgumentParser imports it for a lock, which is in the C library, too.
@_exported import Darwin
