import { fetchOrTakeAhead } from "../cold-start/request-ahead";
import { askForAgreement } from "../session/agreement";

/**
 * Like `fetch`. If the server first needs the user's age or acceptance of the terms, asks for them
 * and sends the request again; returns the refusal if the user does not answer.
 */
export async function fetchAfterAgreement(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetchOrTakeAhead(input, init);
  if (response.status !== 403) return response;
  const { code } = await readCode(response);
  if (code !== "age_required" && code !== "terms_required") return response;
  return (await askForAgreement(code)) ? fetch(input, init) : response;
}

async function readCode(response: Response): Promise<{ code?: string }> {
  return response
    .clone()
    .json()
    .catch(() => ({}));
}
