import { emptyFields, type WizardFields } from "./wizard-fields";

const KEY = "campaign-draft";

/** A draft lasts as long as the tab does: through signing in, adding funds and reloading. */
export function readDraft(): WizardFields {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return emptyFields;
  try {
    return { ...emptyFields, ...JSON.parse(text) };
  } catch {
    return emptyFields;
  }
}

export function keepDraft(fields: WizardFields): void {
  sessionStorage.setItem(KEY, JSON.stringify(fields));
}

export function forgetDraft(): void {
  sessionStorage.removeItem(KEY);
}
