import type { IncomingMessage } from "node:http";
import {
  Events,
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
  type TokenRequestIncomingMessage,
} from "oauth2-mock-server";
import { addConsentRoutes } from "./consent-routes";
import { identitySchema, toClaims } from "./identity";
import { createIssuedCodes, type IssuedCodes } from "./issued-codes";

export type GoogleStandIn = {
  port: number;
  authorizationUrl: string;
  tokenUrl: string;
  stop: () => Promise<void>;
};

const consentPath = "/o/oauth2/v2/auth";
const authorizePath = "/authorize";

/**
 * Starts a stand-in for Google's sign-in on this machine. A mock server implements OAuth and PKCE;
 * the consent page in front of it lets a person choose an account.
 */
export async function createGoogleStandIn({ port = 0 } = {}): Promise<GoogleStandIn> {
  const server = new OAuth2Server(undefined, undefined, {
    endpoints: { authorize: authorizePath, token: "/token" },
  });
  await server.issuer.keys.generate("RS256");
  const codes = createIssuedCodes();
  addConsentRoutes(server.service, { consentPath, authorizePath });
  server.service.on(Events.BeforeAuthorizeRedirect, (to: MutableRedirectUri, req) =>
    recordIdentity(codes, to, req),
  );
  server.service.on(Events.BeforeTokenSigning, (token: MutableToken, req) =>
    addClaims(codes, token, req),
  );
  server.service.on(Events.BeforeResponse, (response: MutableResponse, req) =>
    rejectInvalidExchange(codes, response, req),
  );
  await server.start(port, "127.0.0.1");
  const { port: taken } = server.address();
  return {
    port: taken,
    authorizationUrl: `http://localhost:${taken}${consentPath}`,
    tokenUrl: `http://127.0.0.1:${taken}/token`,
    stop: () => server.stop(),
  };
}

function recordIdentity(codes: IssuedCodes, to: MutableRedirectUri, req: IncomingMessage): void {
  const params = new URL(req.url ?? "", "http://localhost").searchParams;
  const identity = identitySchema.safeParse(Object.fromEntries(params));
  const code = to.url.searchParams.get("code");
  if (!identity.success || code === null) {
    to.url.searchParams.delete("code");
    to.url.searchParams.set("error", "access_denied");
    return;
  }
  codes.issue(code, {
    identity: identity.data,
    clientId: params.get("client_id") ?? "",
    redirectUri: params.get("redirect_uri") ?? "",
    hasChallenge: params.has("code_challenge"),
  });
}

function addClaims(
  codes: IssuedCodes,
  token: MutableToken,
  { body }: TokenRequestIncomingMessage,
): void {
  const issued = codes.find(body.code ?? "");
  if (!issued) return;
  const { clientId, identity } = issued;
  Object.assign(token.payload, toClaims(identity), { aud: clientId, azp: clientId });
}

function rejectInvalidExchange(
  codes: IssuedCodes,
  response: MutableResponse,
  req: TokenRequestIncomingMessage,
): void {
  const body: Record<string, unknown> = { ...req.body };
  const problem = codes.redeem({
    grantType: req.body.grant_type,
    code: req.body.code ?? "",
    clientId: readClientId(req),
    redirectUri: String(body.redirect_uri ?? ""),
    hasVerifier: typeof body.code_verifier === "string",
  });
  if (problem === null) return;
  response.statusCode = problem === "invalid_client" ? 401 : 400;
  response.body = { error: problem, error_description: "The stand-in does not accept this." };
}

/** Returns the client id from basic authentication or the form; Google accepts both. */
function readClientId({ headers, body }: TokenRequestIncomingMessage): string {
  const [scheme, value = ""] = (headers.authorization ?? "").split(" ");
  if (scheme !== "Basic") return String(body.client_id ?? "");
  const [id = ""] = Buffer.from(value, "base64").toString().split(":");
  return decodeURIComponent(id);
}
