/** Focuses an element; if it is gone or cannot have the focus, the page's main part. */
export function focusOrMain(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus();
  if (document.activeElement !== element || element === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

/**
 * Keeps the focus in a list whose focused item is about to be removed: the item that takes its place
 * gets it, else the first button of the list.
 */
export function keepFocusIn(list: Element | null): void {
  const focused = document.activeElement;
  if (!list || !focused || !list.contains(focused)) return;
  const index = [...list.querySelectorAll("li")].findIndex((item) => item.contains(focused));
  const observer = new MutationObserver(() => {
    if (focused.isConnected) return;
    observer.disconnect();
    if (document.activeElement !== document.body) return;
    const items = list.querySelectorAll("li");
    const next = items[Math.min(index, items.length - 1)]?.querySelector("button");
    focusOrMain(next ?? list.querySelector("button"));
  });
  observer.observe(list, { childList: true, subtree: true });
}
