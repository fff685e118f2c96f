import { readToken } from "./token";

export const agreementQuestion = createQuestion();
export const proofQuestion = createQuestion();

type Question = { answer: (agreed: boolean) => void };

/** A question that a dialog asks while requests wait for its answer, for `useSyncExternalStore`. */
function createQuestion() {
  let question: Question | null = null;
  let waiting: Promise<boolean> | null = null;
  const listeners = new Set<() => void>();

  function change(next: Question | null): void {
    question = next;
    for (const listener of listeners) listener();
  }

  return {
    /** Asks once, however many requests wait; resolves to false if the user declines. */
    ask: (): Promise<boolean> => {
      waiting ??= new Promise((resolve) => {
        const answer = (agreed: boolean) => {
          waiting = null;
          change(null);
          resolve(agreed);
        };
        change({ answer });
      });
      return waiting;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: () => question,
  };
}

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that asks the user for a proof of identity if the server needs one, and then
 * repeats the request: forms keep what was typed into them. Returns the refusal if the user declines.
 */
export function fetchWithProof(fetchOnce: Fetch): Fetch {
  return async (input, init = {}) => {
    const response = await fetchOnce(input, init);
    if (response.status !== 403 || !(await isProofRequired(response))) return response;
    if (!(await proofQuestion.ask())) return response;
    // A sign-in in another tab has made another session.
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${readToken() ?? ""}`);
    return fetchOnce(input, { ...init, headers });
  };
}

async function isProofRequired(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === "object" && body !== null && "code" in body
    ? body.code === "proof_required"
    : false;
}
