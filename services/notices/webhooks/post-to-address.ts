import { type OutgoingRequest, sendRequest } from "../../outgoing/send-request";

/**
 * Sends a POST request to an address and returns the status of the response. Its body is not read,
 * and no redirect is followed. Throws `SendProblem`.
 */
export async function postToAddress(
  outgoing: Omit<OutgoingRequest, "method"> & { body: string },
): Promise<number> {
  const { response, close } = await sendRequest({ ...outgoing, method: "POST" });
  close();
  return response.statusCode ?? 0;
}
