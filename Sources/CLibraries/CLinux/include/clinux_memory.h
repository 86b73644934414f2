#pragma once

// Large blocks go back to the system when they are freed, once and for all (mallopt(3)). Left alone, glibc raises that
// mark to the largest block it ever saw, here a photo of 12 megapixels, and then keeps what every thread has freed:
// after 25 sessions 950 MB instead of 150. And no huge pages, for this process and those it begins
// (PR_SET_THP_DISABLE(2const)). Call it before any other thread is there.
void clinux_give_memory_back(void);

// What is free in the middle of the heap goes back too. From any thread; allocations wait for it.
void clinux_trim_memory(void);

// Takes the pages of programs and libraries out of this process that are read-only (MADV_DONTNEED, madvise(2)): tables
// that the dynamic linker went through once, code of the start. What is needed again comes back from the page cache by
// itself, 16 pages at a time; the rest the kernel may take whenever another process needs memory, which it rarely does
// with code that is mapped. Some milliseconds; from any thread. With BOOTH_KEEP_CODE in the environment it does
// nothing: which pages of code come back depends on what is done next, and one moment's memory could not be held
// against another's.
void clinux_forget_code(void);
