/**
 * A server that does the redirect up to a step, and answers with the constant: the difference to the
 * step before is what the step costs.
 */

import { captureClick } from "@fairclick/api/redirect/capture-click";
import {
  cameByHttps,
  clientAddress,
  parseTrustedRanges,
} from "@fairclick/api/redirect/client-address";
import { createDeviceCookies } from "@fairclick/api/redirect/device-cookie";
import { createGroupCommit } from "@fairclick/api/redirect/group-commit";
import { handleRedirect } from "@fairclick/api/redirect/handle-redirect";
import { createLinkCache } from "@fairclick/api/redirect/link-cache";
import { createLookUpLimits } from "@fairclick/api/redirect/look-up-limits";
import { sliceLinkKey } from "@fairclick/api/redirect/redirect-path";
import { packClicks } from "@fairclick/core/clicks/click";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { openQueue } from "@fairclick/services/queue/open-queue";
import { pino } from "pino";

export const steps = [
  "constant",
  "answered later",
  "peer, URL, link",
  "headers, click",
  "cookie, answer",
  "encoding",
  "queue",
] as const;

const campaign = {
  gameUrl: "https://www.roblox.com/games/920587237/Adopt-Me",
  gameTitle: "Adopt Me",
  description: "",
  genres: [],
  coverHash: null,
  coverAlt: "",
  startsAt: new Date(0),
  endsAt: new Date(2 ** 42),
  fundedAt: new Date(0),
  pausedAt: null,
  blocked: false,
  banned: false,
};
/** About as long as Redis takes for a group. */
const COMMIT_MS = 1;

function serve(port: number, step: number, redisUrl: string) {
  const log = pino({ level: "silent" });
  const links = createLinkCache({
    loadLink: async ({ campaignId, creatorId }) => ({
      ...{ campaignId: campaignId as CampaignId, creatorId: creatorId as UserId },
      ...{ code: creatorId.slice(0, 8), disabled: false, names: [], campaign },
    }),
    loadCode: async () => null,
  });
  const queue = openQueue({ databaseUrl: "", redisUrl }, { log, runsJobs: false });
  const commits: ((items: unknown[]) => Promise<unknown>)[] = [];
  commits[6] = (clicks) => queue.sendClicks(clicks as Parameters<typeof packClicks>[0] & []);
  commits[5] = (clicks) => {
    JSON.stringify(packClicks(clicks as Parameters<typeof packClicks>[0]));
    return Bun.sleep(COMMIT_MS);
  };
  const group = createGroupCommit<unknown>(
    async (items) => void (await (commits[step] ?? (() => Bun.sleep(COMMIT_MS)))(items)),
    20,
  );
  const trusted = parseTrustedRanges(["127.0.0.0/8"]);
  const deps = {
    ...{ links, trusted, log, secureCookie: false, now: Date.now },
    limits: createLookUpLimits(),
    cookies: createDeviceCookies(new Uint8Array(32)),
    journal: { write: group.add },
    preview: () => new Response(),
    game: () => null,
    metrics: { count: () => {}, observe: () => {} },
  };
  const answer = () =>
    new Response(null, {
      status: 302,
      headers: { location: "https://game.example/play", "cache-control": "no-store" },
    });
  const find = (request: Request, peerIp: string) => {
    const key = sliceLinkKey(request.url);
    const link = key && links.find(key);
    const { headers } = request;
    const ip = clientAddress(peerIp, headers.get("x-forwarded-for"), trusted);
    const secure = cameByHttps(peerIp, headers.get("x-forwarded-proto"), trusted);
    return { link, ip, secure };
  };
  const answerUpTo = (request: Request, peerIp: string) => {
    const { link, ip, secure } = find(request, peerIp);
    if (!link) return handleRedirect(deps, request, peerIp) ?? answer();
    if (step === 2) return group.add(link).then(answer);
    return group
      .add(captureClick(request, link, { ip, secure, device: null, at: Date.now() }))
      .then(answer);
  };
  Bun.serve({
    ...{ port, hostname: "127.0.0.1", development: false },
    fetch: (request, server) => {
      if (step === 0) return answer();
      if (step === 1) return group.add(request).then(answer);
      const peerIp = server.requestIP(request)?.address ?? "";
      if (step < 4) return answerUpTo(request, peerIp);
      return handleRedirect(deps, request, peerIp) ?? answer();
    },
  });
}

if (import.meta.main) {
  const [port, step, redisUrl = ""] = process.argv.slice(2);
  serve(Number(port), Number(step), redisUrl);
}
