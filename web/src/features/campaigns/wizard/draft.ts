import { emptyFields, type Step, type WizardFields } from "./wizard-fields";

const KEY = "campaign-draft";

export type Draft = { fields: WizardFields; step: Step };

/** The draft is kept per tab, across sign-in, adding funds and reloads. */
export function readDraft(): Draft | null {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return null;
  try {
    const { fields, step } = JSON.parse(text);
    return { fields: { ...emptyFields, ...fields }, step: step === 2 || step === 3 ? step : 1 };
  } catch {
    return null;
  }
}

export function saveDraft(draft: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function clearDraft(): void {
  sessionStorage.removeItem(KEY);
}
