const TIMEOUT_MS = 120_000;

export type Download = { changed: false } | { changed: true; text: string; etag: string | null };

/** Downloads a list unless the entity tag still matches. Throws with the reason. */
export async function downloadList(
  url: string,
  { etag, maxBytes }: { etag: string | null; maxBytes: number },
): Promise<Download> {
  const response = await fetch(url, {
    headers: etag ? { "if-none-match": etag } : {},
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 304) return { changed: false };
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const text = await readText(response, maxBytes);
  return { changed: true, text, etag: response.headers.get("etag") };
}

/** Throws once the response is longer than the list should be. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`it is longer than ${maxBytes / 1_000_000} MB`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
