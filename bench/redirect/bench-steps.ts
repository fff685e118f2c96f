import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { linkKey } from "@fairclick/api/redirect/redirect-path";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { startProgram } from "@fairclick/e2e/world/program";
import { startRedisServer } from "@fairclick/e2e/world/redis-server";
import type { Running } from "@fairclick/e2e/world/running";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { measuredCpu, otherCpu, type Server, waitUntilListening } from "../world/api-world";
import { measureRound, type Round } from "./measure-rounds";
import { steps } from "./steps";

type Options = { rounds: number; seconds: number; connections: number };

const LINKS = 1_000;

/** Prints what each step of a redirect adds to a constant answer, in processor time. */
export async function benchSteps({ rounds, seconds, connections }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-steps-"));
  const redisPort = await findFreePort();
  const started: Running[] = [
    await startRedisServer({ folder, port: redisPort, fsync: "everysec", ...pin(otherCpu) }),
  ];
  const paths = Array.from({ length: LINKS }, () => {
    const key = linkKey({ campaignId: randomUUID(), creatorId: randomUUID() });
    return `/api/clicks/redirect/${key}`;
  });
  try {
    const servers: Server[] = [];
    for (const [step, name] of steps.entries()) {
      const port = await findFreePort();
      const script = [
        "bench/redirect/steps.ts",
        `${port}`,
        `${step}`,
        `redis://127.0.0.1:${redisPort}`,
      ];
      const running = startProgram({
        name: `step-${step}`,
        script,
        folder,
        env: {},
        cpu: measuredCpu,
      });
      started.push(running);
      servers.push({ name, port, pid: running.pid, tidyUp: async () => {} });
    }
    const measured = new Map<Server, Round[]>();
    for (const server of servers) {
      await waitUntilListening(server.port);
      await measureRound(server, { paths, seconds: 4, connections });
      measured.set(server, []);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const server of servers) {
        measured.get(server)?.push(await measureRound(server, { paths, seconds, connections }));
      }
    }
    const costs = servers.map((server) =>
      computeSpread((measured.get(server) ?? []).map(({ cpuMicroseconds }) => cpuMicroseconds)),
    );
    const rows = servers.map(({ name }, step) => {
      const cost = costs[step] ?? computeSpread([]);
      const before = step === 0 ? 0 : (costs[step - 1]?.median ?? Number.NaN);
      return [name, show(cost, 1), (cost.median - before).toFixed(1)];
    });
    printTable(
      [`redirect up to, ${connections} connections`, "CPU µs a request", "the step"],
      rows,
    );
  } finally {
    for (const running of started.reverse()) await running.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function pin(cpu: number | undefined) {
  return cpu === undefined ? {} : { cpu };
}
