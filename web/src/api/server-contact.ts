/** Whether the server answers, and when it last did (null before the first answer). */
export type ServerContact = { isAway: boolean; answeredAt: Date | null };

let contact: ServerContact = { isAway: false, answeredAt: null };
const listeners = new Set<() => void>();

export function readContact(): ServerContact {
  return contact;
}

export function subscribeToContact(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function reportAnswer(): void {
  change({ isAway: false, answeredAt: new Date() });
}

/** A request failed, or is unanswered for too long. What was loaded before stays on the screen. */
export function reportSilence(): void {
  if (!contact.isAway) change({ ...contact, isAway: true });
}

function change(next: ServerContact): void {
  const isNews = next.isAway !== contact.isAway;
  contact = next;
  if (isNews) for (const listener of listeners) listener();
}
