import { askForAgreement } from "../session/agreement";

type Send = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Returns `send`, except that if the server first needs the user's age or acceptance of the terms, it
 * asks for them and sends the request again. Returns the refusal if the user does not answer.
 */
export function fetchAfterAgreement(send: Send): Send {
  return async (input, init) => {
    const response = await send(input, init);
    if (response.status !== 403) return response;
    const { code } = await readCode(response);
    if (code !== "age_required" && code !== "terms_required") return response;
    return (await askForAgreement(code)) ? send(input, init) : response;
  };
}

async function readCode(response: Response): Promise<{ code?: string }> {
  return response
    .clone()
    .json()
    .catch(() => ({}));
}
