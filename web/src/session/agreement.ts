type Question = { answer: (accepted: boolean) => void };

let question: Question | null = null;
let waiting: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

/** Asks once, however many requests wait; resolves to false if the user closes the dialog. */
export function askForAgreement(): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    const answer = (accepted: boolean) => {
      waiting = null;
      change(null);
      resolve(accepted);
    };
    change({ answer });
  });
  return waiting;
}

export const agreementStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => question,
};

function change(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}
