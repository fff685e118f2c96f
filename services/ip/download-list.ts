const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16_000_000;

export type Download = { changed: false } | { changed: true; text: string; etag: string | null };

/** Fetches a list unless it is still the one with this entity tag. Throws with the reason in words. */
export async function downloadList(url: string, etag: string | null): Promise<Download> {
  const response = await fetch(url, {
    headers: etag ? { "if-none-match": etag } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 304) return { changed: false };
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return { changed: true, text: await readText(response), etag: response.headers.get("etag") };
}

/** Stops reading where no list is that long. */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES / 1_000_000} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
