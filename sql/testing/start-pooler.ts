import { connect, createServer, type Socket } from "node:net";
import { afterAll } from "vitest";

/**
 * Two ways in which a pooler makes connections unfit. `shares processes`: statements of every
 * client run on the first client's connection to the server. `drops options`: the start-up
 * parameter `options` does not reach the server.
 */
type Fault = "shares processes" | "drops options";

/** Starts a fake pooler that supports one statement at a time. Returns its URL. */
export async function startPooler(targetUrl: string, fault: Fault): Promise<string> {
  const target = new URL(targetUrl);
  const sockets: Socket[] = [];
  let shared: Socket | null = null;
  let asker: Socket | null = null;
  const server = createServer((client) => {
    const own = connect(Number(target.port), target.hostname);
    sockets.push(client, own);
    let isFirst = true;
    let isReady = false;
    client.on("data", (data: Buffer) => {
      const sent = isFirst && fault === "drops options" ? blankOptions(data) : data;
      isFirst = false;
      asker = client;
      (isReady && shared ? shared : own).write(sent);
    });
    own.on("data", (data: Buffer) => {
      const receiver = own === shared && asker !== null ? asker : client;
      receiver.write(data);
      if (!isReady && isReadyForQuery(data)) {
        isReady = true;
        if (fault === "shares processes") shared ??= own;
      }
    });
    for (const socket of [client, own]) socket.on("error", () => {});
    client.on("close", () => own.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The pooler has no port");
  return Object.assign(new URL(targetUrl), { hostname: "127.0.0.1", port: String(address.port) })
    .href;
}

/** Replaces the value by spaces of the same length. */
function blankOptions(startup: Buffer): Buffer {
  const text = startup.toString("latin1");
  const blanked = text.replace(
    /(options\0)([^\0]*)/,
    (_match, name: string, value: string) => name + " ".repeat(value.length),
  );
  return Buffer.from(blanked, "latin1");
}

function isReadyForQuery(data: Buffer): boolean {
  return data.at(-6) === "Z".charCodeAt(0) && data.at(-2) === 5;
}
