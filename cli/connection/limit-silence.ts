/** Thrown if no data arrives within the limit. */
export class SilenceError extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`no data for ${limitMs / 1_000} s`);
    this.name = "SilenceError";
    this.limitMs = limitMs;
  }
}

/**
 * Returns a `fetch` that throws `SilenceError` if no data arrives for `limitMs`. The limit starts
 * again with each chunk, so a long response is fine while it keeps arriving.
 */
export function limitSilence(limitMs: number): typeof globalThis.fetch {
  const limited = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    const controller = new AbortController();
    const abort = () => controller.abort(new SilenceError(limitMs));
    let timer = setTimeout(abort, limitMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(abort, limitMs);
    };
    try {
      const response = await fetch(input, { ...init, signal: controller.signal });
      const { status, headers } = response;
      if (!response.body) return response;
      const parts: Uint8Array<ArrayBuffer>[] = [];
      for await (const part of response.body) {
        restart();
        parts.push(part);
      }
      return new Response(new Blob(parts), { status, headers });
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };
  return Object.assign(limited, { preconnect: fetch.preconnect });
}
