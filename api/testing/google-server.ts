import { createHash } from "node:crypto";
import { afterAll } from "vitest";

type Claims = Record<string, unknown>;

/**
 * Google's token endpoint, which checks client, redirect URL and PKCE. `consent` plays the browser on
 * the consent page and returns the code.
 */
export function startGoogleServer(client: { id: string; secret: string }) {
  const codes = new Map<string, { challenge: string; redirectUri: string; claims: Claims }>();
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const form = new URLSearchParams(await request.text());
      const known = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      const verifier = form.get("code_verifier") ?? "";
      const agrees =
        known !== undefined &&
        request.headers.get("authorization") === `Basic ${btoa(`${client.id}:${client.secret}`)}` &&
        form.get("grant_type") === "authorization_code" &&
        form.get("redirect_uri") === known.redirectUri &&
        createHash("sha256").update(verifier).digest("base64url") === known.challenge;
      if (!agrees) return Response.json({ error: "invalid_grant" }, { status: 400 });
      return Response.json({
        access_token: "access",
        token_type: "Bearer",
        expires_in: 3_600,
        id_token: idToken({ aud: client.id, exp: Date.now() / 1_000 + 3_600, ...known.claims }),
      });
    },
  });
  afterAll(() => server.stop(true));
  return {
    tokenUrl: `http://127.0.0.1:${server.port}/token`,
    consent: (url: URL, claims: Claims) => {
      const code = crypto.randomUUID();
      codes.set(code, {
        challenge: url.searchParams.get("code_challenge") ?? "",
        redirectUri: url.searchParams.get("redirect_uri") ?? "",
        claims,
      });
      return code;
    },
  };
}

function idToken(claims: Claims): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part(claims)}.`;
}
