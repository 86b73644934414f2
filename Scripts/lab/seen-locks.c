/* What the thread sanitizer does not see by itself: a contended Mutex of Swift's goes through the standard library
   (Synchronization's _MutexHandle, SE-0433: it spins, then FUTEX_LOCK_PI), which is not built for the sanitizer. This
   stands between the two (LD_PRELOAD) and says who let the lock go and who got it, nothing more: nothing is suppressed,
   and a race outside of a lock is reported as before. Wants clang, for Swift's calling convention. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *lock

extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

SWIFT void seen_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT _Bool seen_try(SELF) __asm__(TRY);
SWIFT void seen_unlock(SELF) __asm__(UNLOCK);

SWIFT void seen_lock(uint32_t thread, SELF) {
  ((SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK))(thread, lock);
  if (__tsan_acquire) __tsan_acquire(lock);
}

SWIFT _Bool seen_try(SELF) {
  _Bool is_mine = ((SWIFT _Bool (*)(SELF))dlsym(RTLD_NEXT, TRY))(lock);
  if (is_mine && __tsan_acquire) __tsan_acquire(lock);
  return is_mine;
}

SWIFT void seen_unlock(SELF) {
  if (__tsan_release) __tsan_release(lock);
  ((SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK))(lock);
}
