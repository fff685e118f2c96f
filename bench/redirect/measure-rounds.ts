import { startLoad } from "../load/start-load";
import { otherCpu, type Server } from "../world/api-world";
import { cpuSeconds } from "../world/cpu-time";

const CONNECTIONS = 64;

export type Round = {
  perSecond: number;
  /** CPU time of the server per request (µs), or NaN where the system does not report it. */
  cpuMicroseconds: number;
  p50Ms: number;
  p99Ms: number;
};

type Order = { paths: readonly string[]; seconds: number; rate?: number; connections?: number };

/**
 * Measures one server under load. With `rate`, requests are sent at fixed times. Throws if an
 * answer is not a redirect.
 */
export async function measureRound(
  server: Server,
  { paths, seconds, rate, connections = CONNECTIONS }: Order,
): Promise<Round> {
  const before = cpuSeconds(server.pid);
  const load = { port: server.port, connections, seconds, rate: rate ?? null };
  const result = await startLoad({ paths, load, cpu: otherCpu });
  const after = cpuSeconds(server.pid);
  if (result.others > 0) {
    throw new Error(`${server.name} answered ${result.others} requests with something else`);
  }
  await server.tidyUp();
  return {
    perSecond: result.answered / result.seconds,
    cpuMicroseconds:
      before === null || after === null ? Number.NaN : ((after - before) * 1e6) / result.answered,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
  };
}
