// The part of libcurl's interface that Martlet uses, and a table of its functions, filled when it is first needed.
//
// Martlet declares these itself, so that it builds and starts without libcurl. The numbers are part of libcurl's
// binary interface, which has been the same since `libcurl.so.4` of 2006. The functions that set and get options are
// variadic: Swift cannot call them, and arm64 macOS passes their arguments differently. So they are called here, through
// pointers of their variadic types.
#ifndef MARTLET_CCURL_SHIM_H
#define MARTLET_CCURL_SHIM_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

// CURLoption: a number for each option, plus 10000 for pointers, 20000 for functions, and 30000 for 64-bit numbers.
enum {
  MARTLET_CURL_WRITEDATA = 10001,
  MARTLET_CURL_URL = 10002,
  MARTLET_CURL_READDATA = 10009,
  MARTLET_CURL_ERRORBUFFER = 10010,
  MARTLET_CURL_WRITEFUNCTION = 20011,
  MARTLET_CURL_READFUNCTION = 20012,
  MARTLET_CURL_HTTPHEADER = 10023,
  MARTLET_CURL_HEADERDATA = 10029,
  MARTLET_CURL_CUSTOMREQUEST = 10036,
  MARTLET_CURL_NOPROGRESS = 43,
  MARTLET_CURL_NOBODY = 44,
  MARTLET_CURL_UPLOAD = 46,
  MARTLET_CURL_XFERINFODATA = 10057,
  MARTLET_CURL_CAINFO = 10065,
  MARTLET_CURL_FRESH_CONNECT = 74,
  MARTLET_CURL_CONNECTTIMEOUT = 78,
  MARTLET_CURL_HEADERFUNCTION = 20079,
  MARTLET_CURL_NOSIGNAL = 99,
  MARTLET_CURL_INFILESIZE_LARGE = 30115,
  MARTLET_CURL_SOCKOPTFUNCTION = 20148,
  MARTLET_CURL_SOCKOPTDATA = 10149,
  MARTLET_CURL_SEEKFUNCTION = 20167,
  MARTLET_CURL_SEEKDATA = 10168,
  MARTLET_CURL_NOPROXY = 10177,
  MARTLET_CURL_PROTOCOLS = 181,
  MARTLET_CURL_XFERINFOFUNCTION = 20219,
  MARTLET_CURL_SUPPRESS_CONNECT_HEADERS = 265,
};

// CURLINFO.
enum {
  MARTLET_CURL_RESPONSE_CODE = 0x200002,
  MARTLET_CURL_REQUEST_SIZE = 0x20000C,
};

// CURLcode: those that Martlet distinguishes.
enum {
  MARTLET_CURLE_OK = 0,
  MARTLET_CURLE_URL_MALFORMAT = 3,
  MARTLET_CURLE_COULDNT_RESOLVE_PROXY = 5,
  MARTLET_CURLE_COULDNT_RESOLVE_HOST = 6,
  MARTLET_CURLE_COULDNT_CONNECT = 7,
  MARTLET_CURLE_OPERATION_TIMEDOUT = 28,
  MARTLET_CURLE_SSL_CONNECT_ERROR = 35,
  MARTLET_CURLE_SSL_CERTPROBLEM = 58,
  MARTLET_CURLE_PEER_FAILED_VERIFICATION = 60,
  MARTLET_CURLE_SSL_CACERT_BADFILE = 77,
};

enum {
  MARTLET_CURL_PROTOCOL_HTTP = 1,
  MARTLET_CURL_PROTOCOL_HTTPS = 2,
  MARTLET_CURL_ERROR_SIZE = 256,
  MARTLET_CURL_READFUNC_ABORT = 0x10000000,
};

struct martlet_curl_list {
  char *data;
  struct martlet_curl_list *next;
};

typedef size_t (*martlet_curl_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*martlet_curl_seek)(void *context, int64_t offset, int origin);
typedef int (*martlet_curl_socket)(void *context, int socket, int purpose);
typedef int (*martlet_curl_progress)(void *context, int64_t download_total, int64_t downloaded, int64_t upload_total,
                                     int64_t uploaded);

// The functions of the loaded library.
struct martlet_curl {
  int (*global_init)(long flags);
  void *(*easy_init)(void);
  void (*easy_cleanup)(void *handle);
  void (*easy_reset)(void *handle);
  int (*easy_setopt)(void *handle, int option, ...);
  int (*easy_getinfo)(void *handle, int info, ...);
  int (*easy_perform)(void *handle);
  const char *(*easy_strerror)(int code);
  time_t (*getdate)(const char *text, const time_t *unused);
  struct martlet_curl_list *(*slist_append)(struct martlet_curl_list *list, const char *text);
  void (*slist_free_all)(struct martlet_curl_list *list);
};

// Loads the library `name`, and fills the table. Returns 0 if there is no such library or it lacks a function.
static inline int martlet_curl_load(struct martlet_curl *table, const char *name) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define MARTLET_LOAD(member) *(void **)&table->member = dlsym(library, "curl_" #member)
  MARTLET_LOAD(global_init);
  MARTLET_LOAD(easy_init);
  MARTLET_LOAD(easy_cleanup);
  MARTLET_LOAD(easy_reset);
  MARTLET_LOAD(easy_setopt);
  MARTLET_LOAD(easy_getinfo);
  MARTLET_LOAD(easy_perform);
  MARTLET_LOAD(easy_strerror);
  MARTLET_LOAD(getdate);
  MARTLET_LOAD(slist_append);
  MARTLET_LOAD(slist_free_all);
#undef MARTLET_LOAD
  return table->global_init && table->easy_init && table->easy_cleanup && table->easy_reset && table->easy_setopt &&
         table->easy_getinfo && table->easy_perform && table->easy_strerror && table->getdate &&
         table->slist_append && table->slist_free_all && table->global_init(3 /* CURL_GLOBAL_ALL */) == 0;
}

static inline int martlet_curl_set_long(const struct martlet_curl *curl, void *handle, int option, long value) {
  return curl->easy_setopt(handle, option, value);
}

static inline int martlet_curl_set_size(const struct martlet_curl *curl, void *handle, int option, int64_t value) {
  return curl->easy_setopt(handle, option, value);
}

static inline int martlet_curl_set_pointer(const struct martlet_curl *curl, void *handle, int option, void *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline int martlet_curl_set_text(const struct martlet_curl *curl, void *handle, int option, const char *value) {
  return curl->easy_setopt(handle, option, value);
}

static inline int martlet_curl_set_data(const struct martlet_curl *curl, void *handle, int option,
                                        martlet_curl_data value) {
  return curl->easy_setopt(handle, option, value);
}

static inline int martlet_curl_set_seek(const struct martlet_curl *curl, void *handle, martlet_curl_seek value) {
  return curl->easy_setopt(handle, MARTLET_CURL_SEEKFUNCTION, value);
}

static inline int martlet_curl_set_progress(const struct martlet_curl *curl, void *handle,
                                            martlet_curl_progress value) {
  return curl->easy_setopt(handle, MARTLET_CURL_XFERINFOFUNCTION, value);
}

static inline int martlet_curl_set_socket(const struct martlet_curl *curl, void *handle, martlet_curl_socket value) {
  return curl->easy_setopt(handle, MARTLET_CURL_SOCKOPTFUNCTION, value);
}

// The number of bytes that the system has not sent, or whose arrival is not confirmed; 0 if it is unknown.
static inline int martlet_socket_unsent(int socket) {
  int count = 0;
#ifdef __APPLE__
  socklen_t size = sizeof count;
  return getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? count : 0;
#else
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : 0;
#endif
}

// Makes the close of a connection drop what was not sent (socket(7), SO_LINGER).
static inline void martlet_socket_discard(int socket) {
  struct linger value = {.l_onoff = 1, .l_linger = 0};
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &value, sizeof value);
}

static inline long martlet_curl_get_long(const struct martlet_curl *curl, void *handle, int info) {
  long value = 0;
  return curl->easy_getinfo(handle, info, &value) == 0 ? value : 0;
}

#endif
