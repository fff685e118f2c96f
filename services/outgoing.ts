import { lookup } from "node:dns/promises";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv4, isIPv6 } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { MAX_COVER_BYTES } from "@fairclick/core/campaigns/cover-files";
import { isSpecialPurpose } from "@fairclick/core/ip/lists";
import { findAddressProblem } from "@fairclick/core/web-addresses";

/** Null if the server answers that the page does not exist. */
export type PageText = string | null;

/**
 * Returns the first megabyte of an HTML page. `isExpected` decides for every address, redirects
 * included, whether the page there is still the one that was asked for. Throws `SendProblem`.
 */
export type FetchPage = (url: string, isExpected: (url: URL) => boolean) => Promise<PageText>;

type FetcherOptions = {
  /** Shown to the servers, so that their owners can find out who we are. */
  appUrl: string;
  resolve?: Resolve;
  timeoutMs?: number;
  send?: (outgoing: OutgoingRequest) => Promise<OpenResponse>;
};

/** Returns a picture; null if there is none. Throws `SendProblem`, also for one that is too large to be a cover. */
export type FetchImage = (url: string) => Promise<Uint8Array<ArrayBuffer> | null>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 2;

/**
 * Opens the one way in which pages that strangers name are fetched: https, public addresses only,
 * checked again for each redirect, without cookies, and within 10 seconds.
 */
export function createPageFetcher(options: FetcherOptions): FetchPage {
  return createFetcher(options, { accept: "text/html", read: readText });
}

/** Opens the same way for pictures. */
export function createImageFetcher(options: FetcherOptions): FetchImage {
  const fetchImage = createFetcher(options, { accept: "image/*", read: readImage });
  return (url) => fetchImage(url, () => true);
}

type Wanted<Body> = { accept: string; read: (open: OpenResponse) => Promise<Body> };

function createFetcher<Body>(options: FetcherOptions, { accept, read }: Wanted<Body>) {
  const { appUrl, resolve, timeoutMs = TIMEOUT_MS, send = sendRequest } = options;
  const headers = {
    accept,
    "accept-encoding": "gzip, br",
    "accept-language": "en",
    "user-agent": `Mozilla/5.0 (compatible; Fairclick/1.0; +${appUrl})`,
  };
  return async (start: string, isExpected: (url: URL) => boolean): Promise<Body | null> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    let next = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
      const url = checkUrl(next, isExpected);
      const address = await findPublicAddress(url.hostname, { resolve, deadline });
      const open = await send({ method: "GET", url, address, headers, deadline });
      try {
        const { response } = open;
        const status = response.statusCode ?? 0;
        const { location } = response.headers;
        if (status >= 300 && status < 400 && location !== undefined) {
          next = URL.parse(location, url.href)?.href ?? "";
          continue;
        }
        if (status === 404 || status === 410) return null;
        if (status !== 200) throw new SendProblem(`The server answered ${status}`);
        return await within(read(open), deadline);
      } finally {
        open.close();
      }
    }
    throw new SendProblem("The page redirects too often");
  };
}

function checkUrl(text: string, isExpected: (url: URL) => boolean): URL {
  const problem = findAddressProblem(text, { allowLocal: false });
  if (problem) throw new SendProblem(problem);
  const url = new URL(text);
  if (!isExpected(url)) throw new SendProblem(`The server answers with another page: ${url.host}`);
  return url;
}

const decoders = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

async function readText(open: OpenResponse): Promise<string> {
  const { "content-type": type = "" } = open.response.headers;
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) {
    throw new SendProblem("The server answers with something that is not a page");
  }
  return new TextDecoder().decode((await readBytes(open, MAX_BYTES)).subarray(0, MAX_BYTES));
}

async function readImage(open: OpenResponse): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(open, MAX_COVER_BYTES);
  if (bytes.length >= MAX_COVER_BYTES) throw new SendProblem("The picture is too large");
  return bytes;
}

/** Stops after `maxBytes`, counted after decompression: what follows is never decompressed. */
async function readBytes({ response }: OpenResponse, maxBytes: number) {
  const { "content-encoding": encoding = "identity" } = response.headers;
  const decoder = decoders.get(encoding.trim().toLowerCase())?.();
  if (!decoder && encoding.trim().toLowerCase() !== "identity") {
    throw new SendProblem("The page is compressed in an unknown way");
  }
  if (decoder) response.on("error", (error) => decoder.destroy(error));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of decoder ? response.pipe(decoder) : response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch (error) {
    throw new SendProblem(describeFailure(error instanceof Error ? error : new Error("unknown")));
  } finally {
    decoder?.destroy();
  }
  return new Uint8Array(Buffer.concat(chunks));
}

export type Resolve = (hostname: string) => Promise<string[]>;

type Resolution = { resolve?: Resolve | undefined; deadline: AbortSignal };

/**
 * Resolves a host name once and returns one of its addresses, all of which must be public. The
 * connection must be made to that address: a name that changes its address meanwhile leads nowhere
 * else. Throws `SendProblem`.
 */
export async function findPublicAddress(
  hostname: string,
  { resolve = resolveAll, deadline }: Resolution,
): Promise<string> {
  const addresses = await within(
    resolve(hostname).catch(() => {
      throw new SendProblem("The host name could not be resolved");
    }),
    deadline,
  );
  if (!addresses.every(isPublicAddress)) {
    throw new SendProblem("The host name leads to an address outside the public internet");
  }
  const [address] = addresses;
  if (address === undefined) throw new SendProblem("The host name has no address");
  return address;
}

async function resolveAll(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

/** False for texts that are no address. IPv6 is compared in its canonical form, without dots. */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isSpecialPurpose(address);
  if (!isIPv6(address) || address.includes("%")) return false;
  return !isSpecialPurpose(new URL(`http://[${address}]`).hostname.slice(1, -1));
}

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

type OpenResponse = {
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

function describeFailure(error: Error): string {
  const code = "code" in error ? `${String(error.code)}: ` : "";
  const text = `${code}${error.message}`.replace(/[^\x20-\x7e]+/g, " ");
  return `No answer (${text.slice(0, LONGEST_PROBLEM)})`;
}

/** Rejects when the deadline is over; what `work` does afterwards is ignored. */
async function within<Result>(work: Promise<Result>, deadline: AbortSignal): Promise<Result> {
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
