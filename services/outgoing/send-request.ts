import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

/** Why a request was not made, or had no answer, in words for the person who chose the address. */
export class SendProblem extends Error {
  override readonly name = "SendProblem";
}

export type OutgoingRequest = {
  method: "GET" | "POST";
  url: URL;
  /** What the connection is made to, instead of what the name leads to. */
  address: string;
  headers: Record<string, string>;
  body?: string;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  deadline: AbortSignal;
};

export type OpenResponse = {
  /** Its body has not been read. */
  response: IncomingMessage;
  /** Ends the connection; the caller calls it in every case. */
  close: () => void;
};

/** Sends a request to an address, and follows no redirect. Throws `SendProblem`. */
export async function sendRequest(outgoing: OutgoingRequest): Promise<OpenResponse> {
  const { method, url, address, headers, body = "", ca, deadline } = outgoing;
  const secure = url.protocol === "https:";
  const { promise, resolve, reject } = Promise.withResolvers<OpenResponse>();
  const length = { "content-length": String(Buffer.byteLength(body)) };
  const request = (secure ? requestHttps : requestHttp)({
    method,
    host: address,
    // The certificate must be the name's, though the connection is made to the address.
    ...(secure && { servername: url.hostname }),
    port: url.port || (secure ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, ...(method === "POST" && length) },
    agent: false,
    ...(ca !== undefined && { ca }),
  });
  request.on("response", (response: IncomingMessage) => {
    // A connection that breaks after the caller closed it concerns nobody.
    response.on("error", () => undefined);
    const close = () => {
      response.destroy();
      request.destroy();
    };
    resolve({ response, close });
  });
  request.on("error", (error: Error) => reject(new SendProblem(describeFailure(error))));
  request.end(body);
  try {
    return await within(promise, deadline);
  } catch (error) {
    request.destroy();
    throw error;
  }
}

const LONGEST_PROBLEM = 200;

export function describeFailure(error: Error): string {
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
