import Foundation
import Processes

/// A folder on a disk that keeps names as given, but ignores case and composition, like a Mac's. It is a FUSE file
/// system over another folder, unmounted when this object is released.
package final class CaselessDisk {
  /// Why this machine cannot have such a disk; nil if it can.
  package static let obstacle: String? =
    if !FileManager.default.fileExists(atPath: "/dev/fuse") {
      "there is no /dev/fuse"
    } else if python == nil {
      "no python3 here has `fusepy` (apt-get install python3-fusepy)"
    } else {
      (try? CaselessDisk()) == nil ? "FUSE cannot mount here" : nil
    }

  /// A Python with the module; Debian's package is installed only for Debian's own.
  private static let python = ([LoopbackServer.path(of: "python3")].compactMap(\.self) + ["/usr/bin/python3"]).first {
    let words = ["-c", "try: import fusepy\nexcept ImportError: import fuse"]
    return (try? Command($0, words, environment: ProcessInfo.processInfo.environment).run().succeeded) == true
  }

  private let folder: TemporaryFolder
  private let server: LoopbackServer

  /// The mounted folder, empty at first.
  package var path: String { "\(folder.path)/disk" }

  package init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("disk")
    try folder.makeFolder("kept")
    try folder.write("disk.py", Self.script)
    server = try LoopbackServer(
      Self.python ?? "python3", ["\(folder.path)/disk.py", "\(folder.path)/kept", "\(folder.path)/disk"],
      environment: ProcessInfo.processInfo.environment, sign: "mounted")
  }

  deinit {
    // Without its server, the folder would return errors until it is unmounted.
    for program in ["fusermount", "fusermount3", "umount"] {
      let words = (program == "umount" ? ["-l"] : ["-u", "-z"]) + [path]
      let environment = ProcessInfo.processInfo.environment
      if (try? Command(program, words, environment: environment).run().succeeded) == true { break }
    }
  }

  private static let script = #"""
    import errno, os, sys, unicodedata
    try:
        import fusepy as fuse
    except ImportError:
        import fuse

    def folded(name):
        return unicodedata.normalize("NFC", name).casefold()

    class Disk(fuse.Operations):
        use_ns = True

        def __init__(self, root):
            self.root = root

        def __call__(self, operation, *arguments):
            try:
                return getattr(self, operation)(*arguments)
            except OSError as error:
                raise fuse.FuseOSError(error.errno)

        def init(self, path):
            print("mounted", flush=True)

        def found(self, path):
            """Where the file is kept: each part under the name that it was made with."""
            place = self.root
            for name in path.split("/"):
                if name and not os.path.lexists(os.path.join(place, name)) and os.path.isdir(place):
                    name = next((other for other in os.listdir(place) if folded(other) == folded(name)), name)
                place = os.path.join(place, name) if name else place
            return place

        def access(self, path, mode):
            if not os.access(self.found(path), mode):
                raise OSError(errno.EACCES if os.path.lexists(self.found(path)) else errno.ENOENT, path)

        def chmod(self, path, mode): os.chmod(self.found(path), mode)
        def chown(self, path, user, group): os.chown(self.found(path), user, group, follow_symlinks=False)
        def create(self, path, mode, info=None): return os.open(self.found(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)
        def flush(self, path, handle): return 0
        def fsync(self, path, data, handle): return 0
        def link(self, path, source): os.link(self.found(source), self.found(path))
        def mkdir(self, path, mode): os.mkdir(self.found(path), mode)
        def open(self, path, flags): return os.open(self.found(path), flags & ~os.O_APPEND)
        def read(self, path, count, offset, handle): return os.pread(handle, count, offset)
        def readdir(self, path, handle): return [".", ".."] + os.listdir(self.found(path))
        def readlink(self, path): return os.readlink(self.found(path))
        def release(self, path, handle): os.close(handle)
        def rmdir(self, path): os.rmdir(self.found(path))
        def symlink(self, path, target): os.symlink(target, self.found(path))
        def truncate(self, path, length, handle=None): os.truncate(self.found(path), length)
        def unlink(self, path): os.unlink(self.found(path))
        def write(self, path, data, offset, handle): return os.pwrite(handle, data, offset)

        def getattr(self, path, handle=None):
            status = os.lstat(self.found(path))
            names = ["st_mode", "st_nlink", "st_size", "st_uid", "st_gid", "st_ino"]
            times = {f"st_{kind}time": getattr(status, f"st_{kind}time_ns") for kind in "amc"}
            return {**{name: getattr(status, name) for name in names}, **times}

        def rename(self, source, target):
            old, over = self.found(source), self.found(target)
            os.rename(old, over)
            # The file gets the name that it is given, whatever was there.
            os.rename(over, os.path.join(os.path.dirname(over), os.path.basename(target)))

        def statfs(self, path):
            status = os.statvfs(self.root)
            return {name: getattr(status, name) for name in dir(status) if name.startswith("f_") and name != "f_fsid"}

        def utimens(self, path, times=None):
            os.utime(self.found(path), ns=tuple(map(int, times)) if times else None, follow_symlinks=False)

    fuse.FUSE(Disk(sys.argv[1]), sys.argv[2], foreground=True, nothreads=True, default_permissions=True, use_ino=True,
              attr_timeout=0, entry_timeout=0)
    """#
}
