import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { captureClick } from "@fairclick/api/redirect/capture-click";
import {
  cameByHttps,
  clientAddress,
  parseTrustedRanges,
} from "@fairclick/api/redirect/client-address";
import { createDeviceCookies } from "@fairclick/api/redirect/device-cookie";
import { createGroupCommit } from "@fairclick/api/redirect/group-commit";
import { handleRedirect, type RedirectDeps } from "@fairclick/api/redirect/handle-redirect";
import {
  type CachedLink,
  createLinkCache,
  type LinkCache,
} from "@fairclick/api/redirect/link-cache";
import { createLookUpLimits } from "@fairclick/api/redirect/look-up-limits";
import { linkKey, sliceLinkKey } from "@fairclick/api/redirect/redirect-path";
import { type Click, packClicks } from "@fairclick/core/clicks/click";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { findFreePort } from "@fairclick/dev/processes/free-port";
import { knownDeviceSecret } from "@fairclick/e2e/world/known-device";
import { startRedisServer } from "@fairclick/e2e/world/redis-server";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { pino } from "pino";
import { makeRequests, pickPaths } from "../load/make-requests";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { otherCpu } from "../world/api-world";

type Options = { rounds: number; connections: number };

const LINKS = 1_000;
const REQUESTS = 4_096;
const WARM_UP = 40_000;
const MEASURED = 40_000;
const PEER = "127.0.0.1";
const trusted = parseTrustedRanges(["127.0.0.0/8"]);
const log = pino({ level: "silent" });

/**
 * Prints the processor time of each step of a redirect, and of all of them for as many visitors at a time
 * as there are connections, without the server around them: reading a request and writing a response
 * is what a constant answer costs too.
 */
export async function benchSteps({ rounds, connections }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fairclick-steps-"));
  const port = await findFreePort();
  const cpu = otherCpu === undefined ? {} : { cpu: otherCpu };
  const redis = await startRedisServer({ folder, port, fsync: "everysec", ...cpu });
  const redisUrl = `redis://127.0.0.1:${port}`;
  const queue = openQueue({ databaseUrl: "", redisUrl }, { log, runsJobs: false });
  try {
    const { requests, links, find } = await openLinks();
    const clicks = requests.map((request) => capture(request, find(request)));
    const groups = inGroups(clicks, connections);
    const take = inTurns(requests);
    const takeGroup = inTurns(groups);
    const cookies = createDeviceCookies(knownDeviceSecret);
    const click = inTurns(clicks);
    const whole = openRedirect(links, (group) => queue.sendClicks(group));
    const whenStored = openRedirect(links, async () => {});
    const each = 1 / connections;
    const steps: [string, number, () => unknown][] = [
      ["URL, link", 1, () => find(take())],
      ["address of the client", 1, () => readAddress(take())],
      ["headers, click", 1, () => capture(take(), find(take()))],
      ["cookie of a known device", 1, () => cookies.read(take().headers.get("cookie"))],
      ["cookie for a new device", 1, () => cookies.issue({ secure: true, clickId: click().id })],
      [
        "the game's address",
        1,
        () => find(take()).campaign.destination(click().id, click().userAgent),
      ],
      ["response", 1, () => respond(click().id)],
      ["encoding", each, () => JSON.stringify(packClicks(takeGroup()))],
      ["encoding, queue", each, () => queue.sendClicks(takeGroup())],
      ["all but the queue", each, () => visit(whenStored, connections, take)],
      ["all", each, () => visit(whole, connections, take)],
    ];
    const rows: string[][] = [];
    for (const [name, share, run] of steps) {
      await repeat(run, WARM_UP * share);
      const costs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        costs.push((await repeat(run, MEASURED * share)) * share);
      }
      rows.push([name, show(computeSpread(costs))]);
      await Bun.sleep(0);
    }
    printTable([`step, ${connections} visitors at a time`, "CPU µs a click"], rows);
  } finally {
    await queue.close();
    await redis.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `times` times and returns the microseconds of processor time of a run. */
async function repeat(run: () => unknown, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / Math.ceil(times);
}

function inTurns<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next++ % items.length];
    if (item === undefined) throw new Error("There is nothing to take");
    return item;
  };
}

function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.floor(items.length / size);
  return Array.from({ length: count }, (_, n) => items.slice(n * size, (n + 1) * size));
}

const campaign = {
  gameUrl: "https://www.roblox.com/games/920587237/Adopt-Me",
  ...{ gameTitle: "Adopt Me", description: "", genres: [], coverHash: null, coverAlt: "" },
  ...{ startsAt: new Date(0), endsAt: new Date(2 ** 42), fundedAt: new Date(0), pausedAt: null },
  ...{ blocked: false, banned: false },
};

/** Returns requests of browsers, and finds the links in a cache that knows all of them. */
async function openLinks() {
  const ids = Array.from({ length: LINKS }, () => ({
    campaignId: randomUUID(),
    creatorId: randomUUID(),
  }));
  const links = createLinkCache({
    loadLink: async ({ campaignId, creatorId }) => ({
      ...{ campaignId: campaignId as CampaignId, creatorId: creatorId as UserId },
      ...{ code: creatorId.slice(0, 8), disabled: false, names: [], campaign },
    }),
    loadCode: async () => null,
    now: () => 1,
  });
  const permit = { take: () => true, restore: () => {} };
  for (const id of ids) await links.get(id, permit);
  const paths = ids.map((id) => `/api/clicks/redirect/${linkKey(id)}`);
  const requests = makeRequests(pickPaths(paths, REQUESTS)).map(parseRequest);
  const find = (request: Request): CachedLink => {
    const link = links.find(sliceLinkKey(request.url) ?? "");
    if (!link) throw new Error("The link is not cached");
    return link;
  };
  return { requests, links, find };
}

function parseRequest(bytes: Buffer): Request {
  const [first = "", ...lines] = bytes.toString().trim().split("\r\n");
  const headers = lines.map((line) => line.split(": ", 2) as [string, string]);
  return new Request(`http://fairclick.example${first.split(" ")[1]}`, { headers });
}

function readAddress({ headers }: Request) {
  const ip = clientAddress(PEER, headers.get("x-forwarded-for"), trusted);
  return { ip, secure: cameByHttps(PEER, headers.get("x-forwarded-proto"), trusted) };
}

function capture(request: Request, link: CachedLink): Click {
  return captureClick({ request, ...readAddress(request), device: null }, link, Date.now());
}

function respond(clickId: string): Response {
  const location = `https://www.roblox.com/games/start?placeId=920587237&launchData=fc_${clickId}`;
  const headers = { location, "cache-control": "no-store", "set-cookie": `fc_device=${clickId}` };
  return new Response(null, { status: 302, headers });
}

function openRedirect(
  links: LinkCache,
  commit: (clicks: Click[]) => Promise<void>,
): (request: Request) => unknown {
  const deps: RedirectDeps = {
    ...{ links, trusted, log, secureCookie: true, now: Date.now },
    limits: createLookUpLimits(),
    cookies: createDeviceCookies(knownDeviceSecret),
    journal: { write: createGroupCommit(commit).add },
    preview: () => new Response(),
    game: () => null,
    metrics: { count: () => {}, observe: () => {} },
  };
  return (request) => handleRedirect(deps, request, PEER);
}

function visit(
  answer: (request: Request) => unknown,
  visitors: number,
  take: () => Request,
): Promise<unknown> {
  return Promise.all(Array.from({ length: visitors }, () => answer(take())));
}
