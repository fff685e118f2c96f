import { asId, type UserId } from "@fairclick/core/ids";
import { makeMarket } from "@fairclick/e2e/world/market";
import type { Fsync } from "@fairclick/e2e/world/redis-server";
import { openSession } from "@fairclick/services/accounts/sessions";
import { addUser } from "@fairclick/services/testing/marketplace";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import sharp from "sharp";
import { printTable } from "../report/print-table";
import { computeSpread, show } from "../report/statistics";
import { openApiWorld, type Server } from "../world/api-world";
import { measureRound, type Round } from "./measure-rounds";

type Options = { rounds: number; seconds: number; store: Fsync | "postgres" };

const CAMPAIGNS = 50;
const CREATORS = 20;
const NAMES = 20;
const DEVELOPERS = 50;
/** 12 megapixels, as a phone takes them. */
const PHOTO = { width: 4_000, height: 3_000 };
const WARM_UP_SECONDS = 12;

/**
 * Compares redirects at a quarter of their peak: links by their ids, links by their names, and
 * links by their ids while developers upload covers one after another. The process that encodes an
 * image runs on the same processor as the api process.
 */
export async function benchBesideUploads({ rounds, seconds, store }: Options): Promise<void> {
  const world = await openApiWorld();
  try {
    const links = await makeMarket(world.db, world.owner, {
      ...{ campaigns: CAMPAIGNS, creators: CREATORS, budgetClicks: () => 1_000_000 },
    });
    const paths = links.map((link) => link.path);
    const named = await nameLinks(world.owner);
    const tokens = await signInDevelopers(world.db);
    const photo = await takePhoto();
    const api = await world.startApi(store);
    await measureRound(api, { paths: [...paths, ...named], seconds: WARM_UP_SECONDS });
    const peak = await measureRound(api, { paths, seconds });
    const rate = peak.perSecond / 4;
    const kinds = {
      "by ids": [] as Round[],
      "by names": [] as Round[],
      "by ids, beside uploads": [] as Round[],
    };
    const uploads: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      kinds["by ids"].push(await measureRound(api, { paths, seconds, rate }));
      kinds["by names"].push(await measureRound(api, { paths: named, seconds, rate }));
      const uploading = startUploads(api, { photo, tokens });
      try {
        kinds["by ids, beside uploads"].push(await measureRound(api, { paths, seconds, rate }));
      } finally {
        uploads.push((await uploading.stop()) / seconds);
      }
    }
    const rows = Object.entries(kinds).map(([kind, measured]) => [
      kind,
      rate.toFixed(0),
      show(computeSpread(measured.map(({ p50Ms }) => p50Ms))),
      show(computeSpread(measured.map(({ p99Ms }) => p99Ms))),
    ]);
    printTable([api.name, "requests/s", "p50 ms", "p99 ms"], rows);
    console.log(`Covers stored per second: ${show(computeSpread(uploads))}\n`);
  } finally {
    await world.close();
  }
}

/** Adds `NAMES` names to each link, and returns the addresses of all of them. */
async function nameLinks(owner: Sql): Promise<string[]> {
  const names = Array.from({ length: NAMES }, (_, n) => `video-${n}`);
  const links = await owner<{ code: string }[]>`
    update links set names = ${names}, names_added = ${NAMES} returning code`;
  return links.flatMap(({ code }) => names.map((name) => `/r/${code}/${name}`));
}

async function signInDevelopers(db: Db): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < DEVELOPERS; n += 1) {
    const userId = asId<UserId>(await addUser(db));
    const signingIn = { userId, at: new Date(), userAgent: null, place: null, deviceTokens: [] };
    tokens.push((await withTx(db, (tx) => openSession(tx, signingIn))).token);
  }
  return tokens;
}

/** Noise, which is the most work to decode and encode. */
async function takePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 20 };
  const image = sharp({ create: { ...PHOTO, channels: 3, background: "#808080", noise } });
  return new Uint8Array(await image.jpeg({ quality: 60 }).toBuffer());
}

/** Uploads different photos, one at a time, until `stop`, which returns how many were stored. */
function startUploads(
  { port }: Server,
  { photo, tokens }: { photo: Uint8Array<ArrayBuffer>; tokens: string[] },
): { stop: () => Promise<number> } {
  let stopped = false;
  const run = async () => {
    let stored = 0;
    while (!stopped) {
      const token = tokens.shift();
      if (token === undefined) throw new Error("too few developers for this many uploads");
      tokens.push(token);
      const answer = await fetch(`http://127.0.0.1:${port}/api/campaigns/covers`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "image/jpeg" },
        // Bytes after an image's end make it another image to the store, and the same to the decoder.
        body: new Blob([photo, crypto.getRandomValues(new Uint8Array(16))]),
      });
      if (!answer.ok)
        throw new Error(`an upload was answered ${answer.status}: ${await answer.text()}`);
      await answer.body?.cancel();
      stored += 1;
    }
    return stored;
  };
  const running = run();
  return {
    stop: () => {
      stopped = true;
      return running;
    },
  };
}
