import { fetchOrTakeAhead } from "../cold-start/request-ahead";
import { reportAnswer, reportSilence } from "./server-contact";

/** A read that takes longer says that the server is away (ms). Changes may take longer. */
const PATIENCE_MS = 2_500;
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;

/** Like `fetch`, and reports whether the server answers. */
export async function fetchWatched(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const isRead = (init.method ?? "GET") === "GET";
  const timer = isRead ? setTimeout(reportSilence, PATIENCE_MS) : undefined;
  try {
    const response = await fetchOrTakeAhead(input, init);
    const { status } = response;
    if (status >= BAD_GATEWAY && status <= GATEWAY_TIMEOUT) reportSilence();
    else reportAnswer();
    return response;
  } catch (error) {
    if (!init.signal?.aborted) reportSilence();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
