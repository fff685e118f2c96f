import type { Socket } from "bun";
import { createLatencies } from "./latencies";

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** Requests per second at fixed times, or null to send as fast as the server answers. */
  rate: number | null;
  /** Sends each request exactly once, ignoring `seconds`. */
  once?: boolean;
};

export type LoadResult = {
  answered: number;
  /** Responses with a status other than 302. */
  others: number;
  seconds: number;
  /**
   * Latencies of the requests after the first second, while this process is still compiling its own
   * code.
   */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
};

type Connection = { startedAt: number };

const END = Buffer.from("\r\n\r\n");
const ROOM = 4_000_000;
const WARM_UP_MS = 1_000;

/**
 * Sends requests over keep-alive connections, one at a time on each. With a rate, latency counts
 * from the time at which a request was due, so that a pause of the server is not hidden
 * (coordinated omission).
 */
export async function runLoad(requests: readonly Buffer[], load: Load): Promise<LoadResult> {
  const { port, connections, seconds, rate, once = false } = load;
  const latencies = createLatencies(ROOM);
  const idle: Socket<Connection>[] = [];
  const due: number[] = [];
  let timedFrom = Number.POSITIVE_INFINITY;
  let others = 0;
  let next = 0;
  let answered = 0;
  let running = true;
  const all = Promise.withResolvers<void>();

  const send = (socket: Socket<Connection>, startedAt: number) => {
    socket.data.startedAt = startedAt;
    const request = requests[next++ % requests.length];
    if (request) socket.write(request);
  };
  const onAnswer = (socket: Socket<Connection>, answer: Buffer) => {
    if (answer.compare(END, 0, END.length, answer.length - END.length) !== 0) return;
    const now = performance.now();
    answered += 1;
    if (socket.data.startedAt >= timedFrom) latencies.add(now - socket.data.startedAt);
    if (answer[9] !== 0x33 || answer[11] !== 0x32) others += 1;
    if (once && next >= requests.length) {
      if (answered === requests.length) all.resolve();
      return;
    }
    if (!running) return;
    if (rate === null) return send(socket, now);
    const waiting = due.shift();
    if (waiting === undefined) idle.push(socket);
    else send(socket, waiting);
  };

  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      Bun.connect<Connection>({
        hostname: "127.0.0.1",
        port,
        data: { startedAt: 0 },
        socket: { data: onAnswer },
      }),
    ),
  );
  const startedAt = performance.now();
  timedFrom = startedAt + WARM_UP_MS;
  if (rate === null) for (const socket of sockets) send(socket, startedAt);
  else {
    idle.push(...sockets);
    await sendOnSchedule({ startedAt, seconds, rate }, (at) => {
      const socket = idle.pop();
      if (socket) send(socket, at);
      else due.push(at);
    });
  }
  if (once) await all.promise;
  else await Bun.sleep(Math.max(0, startedAt + seconds * 1_000 - performance.now()));
  running = false;
  const took = (performance.now() - startedAt) / 1_000;
  for (const socket of sockets) socket.end();
  return { answered, others, seconds: took, ...latencies.percentiles() };
}

type Schedule = { startedAt: number; seconds: number; rate: number };

async function sendOnSchedule(
  { startedAt, seconds, rate }: Schedule,
  start: (at: number) => void,
): Promise<void> {
  const total = Math.floor(seconds * rate);
  for (let started = 0; started < total; ) {
    const now = performance.now();
    for (; started < total; started += 1) {
      const at = startedAt + (started * 1_000) / rate;
      if (at > now) break;
      start(at);
    }
    // Yields the processor, which the server's stores may share.
    await Bun.sleep(1);
  }
}
