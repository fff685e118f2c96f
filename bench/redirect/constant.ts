import type { Server } from "bun";

/**
 * The upper limit: a server that always returns the same redirect. By its second argument it first does one of
 * the things that a redirect asks of Bun's server.
 */
const { argv } = process;
type Fetch = (request: Request, server: Server<undefined>) => Response | Promise<Response>;

const headerNames = ["user-agent", "referer", "accept-language", "cookie", "x-forwarded-for"];
const respond = () =>
  new Response(null, {
    status: 302,
    headers: { location: "https://game.example/play", "cache-control": "no-store" },
  });
const readHeaders = ({ headers }: Request) => {
  for (const name of headerNames) headers.get(name);
};

let pause: Promise<void> | null = null;
const waitMillisecond = () => {
  pause ??= Bun.sleep(1).then(() => {
    pause = null;
  });
  return pause;
};

const kinds: Record<string, Fetch> = {
  constant: respond,
  peer: (request, server) => {
    server.requestIP(request);
    return respond();
  },
  headers: (request) => {
    readHeaders(request);
    return respond();
  },
  waits: () => waitMillisecond().then(respond),
  all: (request, server) => {
    server.requestIP(request);
    readHeaders(request);
    return waitMillisecond().then(respond);
  },
};

const fetch = kinds[argv[3] ?? "constant"];
if (!fetch) throw new Error(`Choose one of ${Object.keys(kinds).join(", ")}`);
const server = Bun.serve({ port: Number(argv[2]), development: false, fetch });
console.log(server.port);
