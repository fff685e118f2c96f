import { z } from "zod";

/** What a site asks for when it sends a browser here. Unknown parameters are Google's business. */
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

/** Where a person who refuses is sent. */
export function refusalUrl({ redirect_uri: redirectUri, state }: AuthorizationRequest): string {
  const url = new URL(redirectUri);
  url.searchParams.set("error", "access_denied");
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}
