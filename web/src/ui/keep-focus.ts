/**
 * A browser takes the focus from a control that is disabled, as ours are while a request is on its way.
 * Gives it back when the control is enabled, unless the person has left it for something else.
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
