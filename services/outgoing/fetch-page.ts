import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { findAddressProblem } from "@fairclick/core/web-addresses";
import { findPublicAddress, type Resolve } from "./find-public-address";
import {
  describeFailure,
  type OpenResponse,
  type OutgoingRequest,
  SendProblem,
  sendRequest,
  within,
} from "./send-request";

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

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1_000_000;
const MAX_REDIRECTS = 2;

/**
 * Opens the one way in which pages that strangers name are fetched: https, public addresses only,
 * checked again for each redirect, without cookies, and within 10 seconds.
 */
export function createPageFetcher(options: FetcherOptions): FetchPage {
  const { appUrl, resolve, timeoutMs = TIMEOUT_MS, send = sendRequest } = options;
  const headers = {
    accept: "text/html",
    "accept-encoding": "gzip, br",
    "accept-language": "en",
    "user-agent": `Mozilla/5.0 (compatible; Fairclick/1.0; +${appUrl})`,
  };
  return async (start, isExpected) => {
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
        return await within(readText(open), deadline);
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

/** Stops after `MAX_BYTES`, counted after decompression: what follows is never decompressed. */
async function readText({ response }: OpenResponse): Promise<string> {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = response.headers;
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type)) {
    throw new SendProblem("The server answers with something that is not a page");
  }
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
      if (bytes >= MAX_BYTES) break;
    }
  } catch (error) {
    throw new SendProblem(describeFailure(error instanceof Error ? error : new Error("unknown")));
  } finally {
    decoder?.destroy();
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_BYTES));
}
