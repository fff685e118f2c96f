import { connect, createServer, type Server, type Socket } from "node:net";

export type BreakableProxy = {
  port: number;
  /** The same address, led through the proxy. */
  url: string;
  /** Like a killed server: resets connections and refuses new ones. */
  break: () => Promise<void>;
  /** Like a dead network: connections stay open and nothing arrives. */
  freeze: () => void;
  /**
   * Like a firewall that forgets connections: existing ones carry nothing, and neither side
   * notices, until the server's keepalive ends its side. New ones work.
   */
  silence: () => void;
  /** Like a server under load: it answers each new connection after this time. */
  slowDown: (holdMs: number) => void;
  mend: () => Promise<void>;
};

/** Without it, Postgres waits for ever for the rest of a message, and holds the locks of its transaction. */
const KEEPALIVE_MS = 10_000;

/**
 * Starts a proxy between a client and a real server, so that a test can cut the connection and
 * restore it.
 */
export async function startBreakableProxy(targetUrl: string): Promise<BreakableProxy> {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  let frozen = false;
  let silenced = 0;
  const upstreams = new Map<Socket, number>();
  let accepted = 0;
  let holdMs = 0;
  const accept = (client: Socket) => {
    accepted += 1;
    const number = accepted;
    const isSilent = () => frozen || number <= silenced;
    const upstream = connect(Number(target.port), target.hostname);
    upstreams.set(upstream, number);
    upstream.on("close", () => upstreams.delete(upstream));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        if (number <= silenced) return;
        client.destroy();
        upstream.destroy();
      });
    }
    client.pause();
    setTimeout(() => client.resume(), holdMs);
    client.on("data", (data) => isSilent() || upstream.write(data));
    upstream.on("data", (data) => isSilent() || client.write(data));
  };
  let server: Server | null = await listen(accept, 0);
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The proxy has no port");
  const { port } = address;
  const url = new URL(targetUrl);
  url.hostname = "127.0.0.1";
  url.port = String(port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    url: url.href,
    break: async () => {
      const closing = server;
      server = null;
      cut();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
    freeze: () => {
      frozen = true;
    },
    silence: () => {
      silenced = accepted;
      setTimeout(() => {
        for (const [upstream, number] of upstreams) if (number <= silenced) upstream.destroy();
      }, KEEPALIVE_MS).unref();
    },
    slowDown: (ms) => {
      holdMs = ms;
    },
    mend: async () => {
      holdMs = 0;
      if (frozen) cut();
      frozen = false;
      server ??= await listen(accept, port);
    },
  };
}

function listen(accept: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(accept);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
