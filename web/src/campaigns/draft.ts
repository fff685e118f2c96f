import { emptyFields, type Step, type WizardFields } from "./wizard-fields-more";

const KEY = "campaign-draft";

export type Draft = {
  /** The account that it belongs to; null for a visitor's. */
  owner: string | null;
  fields: WizardFields;
  step: Step;
  /** Whether its visitor has gone to sign in, to launch it. */
  awaitsSignIn: boolean;
};

export function newDraft(owner: string | null, fields: WizardFields = emptyFields): Draft {
  return { owner, fields, step: 1, awaitsSignIn: false };
}

/**
 * Returns the draft of this tab, which survives reloads, sign-in and adding funds; null without one,
 * and if it belongs to another account. A visitor's draft belongs to the account that the visitor
 * signs in to for launching it.
 */
export function readDraft(owner: string | null): Draft | null {
  const draft = parseDraft(sessionStorage.getItem(KEY));
  if (!draft) return null;
  if (draft.owner === owner) return draft;
  return draft.owner === null && draft.awaitsSignIn ? { ...draft, owner } : null;
}

export function storeDraft(draft: Draft): void {
  sessionStorage.setItem(KEY, JSON.stringify(draft));
}

export function clearDraft(): void {
  sessionStorage.removeItem(KEY);
}

function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const { owner, fields, step, awaitsSignIn } = JSON.parse(text);
    return { owner, fields: toFields(fields), step: toStep(step), awaitsSignIn };
  } catch {
    return null;
  }
}

function toStep(step: unknown): Step {
  return step === 2 || step === 3 ? step : 1;
}

/** Takes the known fields of a stored draft that have the right type; the others are empty. */
function toFields(stored: Record<string, unknown>): WizardFields {
  const known = Object.entries(emptyFields).map(([name, empty]) => {
    const value = stored[name];
    const fits = typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty);
    return [name, fits ? value : empty];
  });
  return Object.fromEntries(known);
}
