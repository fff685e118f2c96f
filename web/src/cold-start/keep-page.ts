/** Message of an error when the code of a page or dialog could not be loaded. */
export const CODE_FAILURE = "code-failure";

/**
 * Keeps the page when code that it needs cannot be loaded. The router reloads the page if it
 * recognises the browser's message, and without a server only the browser's own error page remains.
 */
export function keepPageWithoutCode(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    payload.message = CODE_FAILURE;
  });
}

/**
 * A browser takes the focus from a control that is disabled, as ours are while a request is on its way.
 * Focuses the control again when it is enabled, unless the person has moved on.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  addEventListener("focusin", ({ target }) => {
    last = target as HTMLElement;
  });
  addEventListener("focusout", ({ target }) => {
    if (target instanceof Element && !target.matches(":disabled")) last = null;
  });
  new MutationObserver((changes) => {
    const isEnabled = changes.some(({ target }) => target === last);
    if (!isEnabled || document.activeElement !== document.body) return;
    if (last?.matches(":enabled")) last.focus({ preventScroll: true });
  }).observe(document, { subtree: true, attributeFilter: ["disabled"] });
}
