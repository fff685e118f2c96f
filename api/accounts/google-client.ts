import type { GoogleProfile } from "@fairclick/services/accounts/google";
import type { Config, GoogleConfig } from "@fairclick/services/config";
import { withTimeout } from "@fairclick/services/context";
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
  /** Returns the consent page's URL, and the state and verifier to keep until the browser returns. */
  createConsent: () => Consent;
  /** Exchanges the code from the callback for a profile. Throws if Google rejects it. */
  fetchProfile: (code: string, codeVerifier: string) => Promise<GoogleProfile>;
};

/**
 * The token comes directly from Google's server over TLS, so its signature is not checked. Its
 * audience and expiry are.
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
    createConsent: () => {
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
        throw new Error("The token is for another client");
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
