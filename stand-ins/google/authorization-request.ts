import { z } from "zod";

/** The parameters of an authorization request. Unknown ones are ignored. */
export const authorizationRequestSchema = z.object({
  response_type: z.literal("code"),
  client_id: z.string().min(1),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string().refine((scope) => scope.split(" ").includes("openid"), "Must contain openid"),
  state: z.string().optional(),
  nonce: z.string().optional(),
  code_challenge: z.string().min(43).optional(),
  code_challenge_method: z.literal("S256").optional(),
  login_hint: z.string().optional(),
});

export type AuthorizationRequest = z.output<typeof authorizationRequestSchema>;

/** Returns the redirect of a person who cancels. */
export function accessDeniedUrl({
  redirect_uri: redirectUri,
  state,
}: AuthorizationRequest): string {
  const url = new URL(redirectUri);
  url.searchParams.set("error", "access_denied");
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}
