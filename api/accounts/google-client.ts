import type { GoogleProfile } from "@fairclick/services/accounts/auth/sign-in-with-google";
import type { Config, GoogleConfig } from "@fairclick/services/config";
import { withTimeout } from "@fairclick/services/with-timeout";
import {
  CodeChallengeMethod,
  decodeIdToken,
  generateCodeVerifier,
  generateState,
  OAuth2Client,
} from "arctic";
import { z } from "zod";

const SCOPES = ["openid", "email", "profile"];
const TIMEOUT_MS = 10_000;

export type Consent = { url: URL; state: string; codeVerifier: string };

export type GoogleClient = {
  /** Where to send a browser, and what to remember until it is back. */
  askForConsent: () => Consent;
  /** Turns the code that the browser came back with into a profile. Throws when Google does not agree. */
  fetchProfile: (code: string, codeVerifier: string) => Promise<GoogleProfile>;
};

/**
 * The token comes from Google's own server over TLS, so it needs no signature check; that it was
 * made for us and is still valid is checked.
 */
const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: z
    .email()
    .max(254)
    .transform((email) => email.toLowerCase()),
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().nullish(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
});

export function createGoogleClient(config: Config, google: GoogleConfig): GoogleClient {
  const { clientId, clientSecret, authorizationUrl, tokenUrl } = google;
  const redirectUrl = `${config.appUrl}/api/auth/google/callback`;
  const client = new OAuth2Client(clientId, clientSecret, redirectUrl);
  return {
    askForConsent: () => {
      const state = generateState();
      const codeVerifier = generateCodeVerifier();
      const url = client.createAuthorizationURLWithPKCE(
        authorizationUrl,
        state,
        CodeChallengeMethod.S256,
        codeVerifier,
        SCOPES,
      );
      return { url, state, codeVerifier };
    },
    fetchProfile: async (code, codeVerifier) => {
      const exchange = client.validateAuthorizationCode(tokenUrl, code, codeVerifier);
      const tokens = await withTimeout(exchange, TIMEOUT_MS, "Google");
      const claims = claimsSchema.parse(decodeIdToken(tokens.idToken()));
      if (![claims.aud].flat().includes(clientId))
        throw new Error("The token is for somebody else");
      if (claims.exp * 1_000 < Date.now()) throw new Error("The token has expired");
      return {
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        name: claims.name ?? null,
      };
    },
  };
}
