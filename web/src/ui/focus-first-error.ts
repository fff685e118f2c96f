/** Focuses the first wrong field of a form and scrolls it into view. A closed group opens for it. */
export function focusFirstError(form: Element | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"], fieldset[data-invalid]');
  if (!(wrong instanceof HTMLElement)) return;
  const group = wrong.closest("details");
  if (group) group.open = true;
  const control = wrong.matches("fieldset") ? wrong.querySelector("button, input") : wrong;
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}
