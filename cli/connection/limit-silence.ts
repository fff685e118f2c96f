/** Thrown when nothing has arrived for too long. */
export class SilenceError extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`nothing came for ${limitMs / 1_000} s`);
    this.name = "SilenceError";
    this.limitMs = limitMs;
  }
}

/**
 * A fetch that waits at most `limitMs` for the answer to begin, and as long again for each further
 * part of it: a long answer may take its time while it keeps coming. Throws `SilenceError`.
 */
export function limitSilence(limitMs: number): typeof globalThis.fetch {
  const limited = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
    const controller = new AbortController();
    const giveUp = () => controller.abort(new SilenceError(limitMs));
    let timer = setTimeout(giveUp, limitMs);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, limitMs);
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
