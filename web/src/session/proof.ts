import { readToken } from "./token";

/** Resolves to true once the user has proved their identity; to false if they decline. */
type Request = { promise: Promise<boolean>; settle: (proved: boolean) => void };

let open: Request | null = null;
const listeners = new Set<() => void>();

/** The request that the dialog shows, for `useSyncExternalStore`; null if there is none. */
export const proofRequests = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: () => open,
};

/** Shows the dialog that asks for a proof of identity. Concurrent calls share one dialog. */
function requestProof(): Promise<boolean> {
  open ??= makeRequest();
  return open.promise;
}

function makeRequest(): Request {
  let settle: Request["settle"] = () => undefined;
  const promise = new Promise<boolean>((resolve) => {
    settle = (proved) => {
      open = null;
      resolve(proved);
      show();
    };
  });
  setTimeout(show);
  return { promise, settle };
}

function show(): void {
  for (const listener of listeners) listener();
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
    if (!(await requestProof())) return response;
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
