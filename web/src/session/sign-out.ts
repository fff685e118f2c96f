import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { dropChoice } from "../language/store-choice";
import { clearToken, readToken } from "./token";

/**
 * Clears the token at once, and what this tab keeps for the account: the open draft. The server
 * revokes the token if it can be reached.
 */
export function signOut(): void {
  const token = readToken();
  if (token !== null) revokeToken(token);
  clearToken();
  dropChoice();
  sessionStorage.clear();
}

export function revokeToken(token: string): void {
  const headers = { authorization: `Bearer ${token}` };
  void readAnswer(api.auth.logout.$post({}, { headers })).catch(() => undefined);
}
