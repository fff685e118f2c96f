/**
 * Withholds the response. `hang` waits until the caller disconnects; `reset` closes the connection
 * before the first byte, which Bun does for a body stream that fails immediately.
 */
export async function cutConnection(how: "hang" | "reset", gone: AbortSignal): Promise<Response> {
  if (how === "hang") {
    await new Promise<void>((resolve) => {
      if (gone.aborted) resolve();
      gone.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  return new Response(new ReadableStream({ pull: (controller) => controller.error() }));
}
