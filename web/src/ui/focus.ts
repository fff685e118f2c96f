/** Focuses an element; if it is gone or cannot have the focus, the page's main part. */
export function focusOrMain(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus();
  if (document.activeElement !== element || element === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}
