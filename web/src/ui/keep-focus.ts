/**
 * A browser takes the focus from a control that is disabled, as ours are while a request is on its way.
 * Focuses the control again when it is enabled, unless the person has moved on.
 */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  addEventListener("focusin", ({ target }) => {
    last = target;
  });
  addEventListener("focusout", ({ target }) => {
    if (target instanceof Element && !target.matches(":disabled")) last = null;
  });
  new MutationObserver((changes) => {
    const isEnabled = changes.some(({ target }) => target === last);
    if (!isEnabled || document.activeElement !== document.body) return;
    if (last instanceof HTMLElement && !last.matches(":disabled"))
      last.focus({ preventScroll: true });
  }).observe(document, { subtree: true, attributeFilter: ["disabled"] });
}
