import type { startGoogleServer } from "./google-server";
import type { Answer, TestApp } from "./test-app";

type Google = ReturnType<typeof startGoogleServer>;

/** Settings that point an application at the server of `startGoogleServer`. */
export function googleSettings(client: { id: string; secret: string }, { tokenUrl }: Google) {
  const authorizationUrl = "https://accounts.example/authorize";
  return { clientId: client.id, clientSecret: client.secret, authorizationUrl, tokenUrl };
}

/** A Google account as its claims describe it. */
export function googleProfile(changes: Record<string, unknown> = {}) {
  return {
    sub: crypto.randomUUID(),
    email: `${crypto.randomUUID()}@gmail.com`,
    email_verified: true,
    name: `Grace ${crypto.randomUUID().slice(0, 8)}`,
    ...changes,
  };
}

/** A browser with its own cookies that signs in with Google. */
export function openGoogleBrowser({ call }: Pick<TestApp, "call">, google: Google) {
  const cookies = new Map<string, string>();
  const send = async (
    method: string,
    path: string,
    given: { token?: string; json?: unknown } = {},
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await call(method, path, { ...given, headers: { cookie } });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  /** Returns the page on which the browser lands. */
  const visit = async (claims: Record<string, unknown>, query = "") => {
    const { headers } = await send("GET", `/api/auth/google${query}`);
    const url = new URL(headers.get("location") ?? "");
    const state = url.searchParams.get("state") ?? "";
    const returned = new URLSearchParams({ code: google.consent(url, claims), state });
    return landed(await send("GET", `/api/auth/google/callback?${returned}`));
  };
  return {
    send,
    visit,
    /** Signs in and returns the session token. */
    signIn: async (claims: Record<string, unknown>): Promise<string> => {
      const { page, fragment } = await visit(claims);
      const code = fragment.get("code");
      if (!code) throw new Error(`Not signed in: ${page}`);
      const answer = await send("POST", "/api/auth/google/session", { json: { code } });
      return answer.json.data.token;
    },
  };
}

/** Returns the page to which an answer redirects the browser. */
export function landed({ status, headers }: Answer) {
  const url = new URL(headers.get("location") ?? "");
  const page = `${url.origin}${url.pathname}${url.search}`;
  return { status, page, fragment: new URLSearchParams(url.hash.slice(1)) };
}
