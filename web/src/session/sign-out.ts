import { answerOf } from "../api/answer";
import { api } from "../api/client";
import { forgetToken, readToken } from "./token";

/** The token is forgotten at once; the server revokes it when it can be reached. */
export function signOut(): void {
  const token = readToken();
  if (token !== null) revokeToken(token);
  forgetToken();
}

export function revokeToken(token: string): void {
  const headers = { authorization: `Bearer ${token}` };
  void answerOf(api.auth.logout.$post({}, { headers })).catch(() => undefined);
}
