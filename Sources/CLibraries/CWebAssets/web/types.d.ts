// What browsers have, and the compiler's library does not declare yet.

interface Element {
  checkVisibility(): boolean;
}
