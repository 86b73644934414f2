#define _GNU_SOURCE
#include "clinux_memory.h"
#include <link.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

void clinux_give_memory_back(void) {
  // Setting any of them turns the adjusting off. Frames are pooled, so few blocks this large are made at all.
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
  // Threads that come and go, a clip's, a photo's, share what they leave.
  mallopt(M_ARENA_MAX, 2);
  // Debian's kernel gives two megabytes wherever four kilobytes are touched, in the stack of every thread, and fills what
  // was given back again as it passes by: 25 MB after 5 sessions, 35 MB after 50. Other kernels ask (madvise) anyway.
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
}

void clinux_trim_memory(void) { malloc_trim(0); }

// Whether the dynamic linker has written into its code: that is in no file.
static int has_relocated_code(const struct dl_phdr_info *object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL || (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL)) return 1;
    }
  }
  return 0;
}

static int forget(struct dl_phdr_info *object, size_t size, void *context) {
  (void)size;
  unsigned long page = *(unsigned long *)context;
  if (has_relocated_code(object)) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
    // The last page may be shared with what follows it.
    unsigned long begin = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
    unsigned long end = (object->dlpi_addr + part->p_vaddr + part->p_memsz) & ~(page - 1);
    // What the kernel will not do (its own page of code, vdso(7)) stays as it is.
    if (end > begin) madvise((void *)begin, end - begin, MADV_DONTNEED);
  }
  return 0;
}

void clinux_forget_code(void) {
  if (getenv("BOOTH_KEEP_CODE")) return;
  unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(forget, &page);
}
