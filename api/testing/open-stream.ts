import type { TestApp } from "./test-app";

export type StreamEvent = { id: string; data: string };

type Request = {
  path: string;
  token: string;
  event: string;
  lastId?: string | undefined;
  language?: string | undefined;
  peerIp?: string | undefined;
};

/** Reads a stream of events as a browser does, one event of that name at a time; null at its end. */
export async function openStream({ app }: TestApp, request: Request) {
  const { path, token, event, lastId, language, peerIp = "127.0.0.1" } = request;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastId && { "last-event-id": lastId }),
    ...(language && { "accept-language": language }),
  };
  const answer = await app.request(path, { headers }, { peerIp });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<StreamEvent | null> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      const block = text.slice(0, Math.max(end, 0));
      if (end >= 0) text = text.slice(end + 2);
      if (block.startsWith(`event: ${event}\n`)) {
        const [, data = "", id = ""] = block.split("\n").map((line) => line.replace(/^\w+: /, ""));
        return { id, data };
      }
      if (end >= 0) continue;
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) return null;
      text += value;
    }
  };
  return { answer, next, leave: () => reader?.cancel() };
}
