/** Focuses an element; if it is gone or cannot have the focus, the page's main part. */
export function focusOrMain(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus();
  if (document.activeElement !== element || element === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

const CONTROLS = "button, input:not([type=hidden]), select, textarea";
const UNTYPED = ["radio", "checkbox", "file"];

/**
 * Focuses the first control of a dialog's body if it is a field for text. Otherwise, and on touch screens,
 * where that would open the keyboard over the dialog, focuses the heading.
 */
export function focusFirstField(dialog: EventTarget | null): void {
  if (!(dialog instanceof HTMLElement)) return;
  // The first control of all is the button that closes the dialog.
  const [, first] = dialog.querySelectorAll<HTMLElement>(CONTROLS);
  const isField = first !== undefined && isTyped(first) && !matchMedia("(pointer: coarse)").matches;
  const target = isField ? first : dialog.querySelector<HTMLElement>("h2");
  target?.focus({ preventScroll: true });
}

function isTyped(control: HTMLElement): boolean {
  if (control instanceof HTMLInputElement) return !UNTYPED.includes(control.type);
  return !(control instanceof HTMLButtonElement);
}
