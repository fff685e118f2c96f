import { answerOf } from "../../api/answer";
import { api } from "../../api/client";
import { forgetToken } from "./token";

/** The token is forgotten at once; the server is told, and need not answer. */
export function signOut(): void {
  void answerOf(api.auth.logout.$post()).catch(() => undefined);
  forgetToken();
}
