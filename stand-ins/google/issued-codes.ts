import type { Identity } from "./identity";

export type IssuedCode = {
  identity: Identity;
  clientId: string;
  redirectUri: string;
  hasChallenge: boolean;
  expiresAtMs: number;
};

export type Exchange = {
  grantType: string;
  code: string;
  clientId: string;
  redirectUri: string;
  hasVerifier: boolean;
};

const keepMs = 10 * 60 * 1000;

/** Stores authorization codes. Each allows one exchange, by the client it was issued to. */
export function createIssuedCodes() {
  const codes = new Map<string, IssuedCode>();
  return {
    issue: (code: string, made: Omit<IssuedCode, "expiresAtMs">) => {
      codes.set(code, { ...made, expiresAtMs: Date.now() + keepMs });
    },
    find: (code: string) => codes.get(code) ?? null,
    /** Invalidates the code. Returns the OAuth error of the exchange, or null if it is correct. */
    redeem: (exchange: Exchange): string | null => {
      const issued = codes.get(exchange.code);
      codes.delete(exchange.code);
      if (exchange.grantType !== "authorization_code") return "unsupported_grant_type";
      if (!issued || issued.expiresAtMs < Date.now()) return "invalid_grant";
      if (issued.redirectUri !== exchange.redirectUri) return "redirect_uri_mismatch";
      if (issued.clientId !== exchange.clientId) return "invalid_client";
      return issued.hasChallenge && !exchange.hasVerifier ? "invalid_grant" : null;
    },
  };
}

export type IssuedCodes = ReturnType<typeof createIssuedCodes>;
