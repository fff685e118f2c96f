import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** Why a request was not made, or had no answer, in words for the webhook's owner. */
export class SendProblem extends Error {
  override readonly name = "SendProblem";
}

type Outgoing = {
  url: URL;
  /** What the connection is made to, instead of what the name leads to. */
  address: string;
  headers: Record<string, string>;
  body: string;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  deadline: AbortSignal;
};

/**
 * Sends a POST request to an address and returns the status of the response. Its body is not read,
 * and no redirect is followed. Throws `SendProblem`.
 */
export async function postToAddress(outgoing: Outgoing): Promise<number> {
  const { url, address, headers, body, ca, deadline } = outgoing;
  const secure = url.protocol === "https:";
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = (secure ? requestHttps : requestHttp)({
    method: "POST",
    host: address,
    // The certificate must be the name's, though the connection is made to the address.
    ...(secure && { servername: url.hostname }),
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, "content-length": String(Buffer.byteLength(body)) },
    agent: false,
    ...(ca !== undefined && { ca }),
  });
  request.on("response", (response: IncomingMessage) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
    request.destroy();
  });
  request.on("error", (error: Error) => reject(new SendProblem(describeFailure(error))));
  request.end(body);
  try {
    return await within(promise, deadline);
  } finally {
    request.destroy();
  }
}

const LONGEST_PROBLEM = 200;

function describeFailure(error: Error): string {
  const code = "code" in error ? `${String(error.code)}: ` : "";
  const text = `${code}${error.message}`.replace(/[^\x20-\x7e]+/g, " ");
  return `No answer (${text.slice(0, LONGEST_PROBLEM)})`;
}

/** Rejects when the deadline is over; what `work` does afterwards is ignored. */
export async function within<Result>(
  work: Promise<Result>,
  deadline: AbortSignal,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const expire = () => reject(new SendProblem("No answer within 10 seconds"));
  deadline.addEventListener("abort", expire, { once: true });
  if (deadline.aborted) expire();
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    deadline.removeEventListener("abort", expire);
  }
}
