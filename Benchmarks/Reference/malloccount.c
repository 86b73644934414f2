/* Counts the calls of malloc and its kin, those of libturbojpeg apart from all others: preloaded into a benchmark, which
   asks for the counts by name.
     cc -O2 -shared -fPIC -o malloccount.so malloccount.c */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);
static _Atomic uint64_t ours, theirs;
/* Where its code lies. */
static _Atomic uintptr_t first, last;

static int find(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!strstr(info->dlpi_name, "libturbojpeg")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    first = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    last = first + info->dlpi_phdr[i].p_memsz;
  }
  return 0;
}

static void count(void *caller) {
  uintptr_t at = (uintptr_t)caller;
  if (at >= first && at < last)
    theirs++;
  else
    ours++;
}

void malloccount_begin(void) { dl_iterate_phdr(find, NULL); }
uint64_t malloccount_ours(void) { return ours; }
uint64_t malloccount_theirs(void) { return theirs; }

void *malloc(size_t size) { count(__builtin_return_address(0)); return __libc_malloc(size); }
void *calloc(size_t n, size_t size) { count(__builtin_return_address(0)); return __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { count(__builtin_return_address(0)); return __libc_realloc(old, size); }
void *memalign(size_t to, size_t size) { count(__builtin_return_address(0)); return __libc_memalign(to, size); }
void *aligned_alloc(size_t to, size_t size) { count(__builtin_return_address(0)); return __libc_memalign(to, size); }
int posix_memalign(void **target, size_t to, size_t size) {
  count(__builtin_return_address(0));
  *target = __libc_memalign(to, size);
  return *target ? 0 : 12; /* ENOMEM */
}
