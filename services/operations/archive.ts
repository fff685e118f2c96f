import { decimalFromMicros } from "@fairclick/core/amounts";
import { describeCategory } from "@fairclick/core/clicks/reasons";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import {
  type ArchivedRow,
  archivedLists,
  listArchivedLinks,
} from "@fairclick/sql/accounts/archive";
import {
  listOwnClicks,
  type OwnClickPlace,
  type OwnClickRow,
  type OwnClicksPage,
} from "@fairclick/sql/clicks/read-clicks";
import type { MovedDays } from "@fairclick/sql/clicks/read-moved-clicks";
import { Zip, ZipDeflate } from "fflate";
import { requireUser } from "../changes";
import { readKept } from "../clicks/both-stores";
import { readMovedOwn } from "../clicks/read-clicks";
import type { Ctx } from "../context";
import { type ExportPlace, streamThroughFile } from "../files";

/** Max clicks of an archive, so that it ends in minutes. */
const MAX_ARCHIVED_CLICKS = 1_000_000;

type Links = { creatorId: UserId; campaignIds: readonly CampaignId[]; page: number };

type ReadPage = (link: OwnClicksPage) => Promise<OwnClickRow[]>;

/**
 * Reads the clicks on the user's links, per link newest first, in pages: verdict and pay, without
 * data about visitors, which is theirs.
 */
async function* readArchivedClicks(
  read: ReadPage,
  { creatorId, campaignIds, page }: Links,
): AsyncGenerator<ArchivedRow[]> {
  let left = MAX_ARCHIVED_CLICKS;
  for (const campaignId of campaignIds) {
    let before: OwnClickPlace | null = null;
    while (left > 0) {
      const limit = Math.min(page, left);
      const link = { campaignId, creatorId, verdict: null, before };
      const clicks: OwnClickRow[] = await read({ ...link, limit });
      yield clicks.map((click) => toRow(campaignId, click));
      left -= clicks.length;
      before = clicks.at(-1) ?? null;
      if (clicks.length < limit) break;
    }
  }
}

function toRow(campaignId: CampaignId, click: OwnClickRow): ArchivedRow {
  const { id, clickedAt, verdict, paidMicros } = click;
  return { id, campaignId, clickedAt, verdict, why: describeCategory(click), paid: paidMicros };
}

const PAGE = 1_000;
const TIMEOUT_MS = 600_000;

const README = `Your data at Fairclick

Each .json file is one list, oldest first, from one moment. Times are UTC. Amounts are
exact US dollars, as text.

account               your account, without your password, of which only a hash is stored
sessions              where you are signed in
places-seen           addresses and devices you signed in or paid from, kept to recognise own clicks
notices               what Fairclick told you, in the app and by mail
mails-switched-off    kinds of mail you do not want
api-keys              keys of your programs, without their tokens
passkeys              the passkeys that sign in to your account, without their keys
accepted-terms        versions of the terms that you accepted, and when
recoveries            when operators let you in again, and who cancelled it
channels              your channels, and whether they are verified
webhooks              addresses of your programs that receive events, without secrets
dispute-pardons       when an operator let you fund campaigns again after disputes
campaigns, campaign-hosts    what you do as a developer
cover-uploads         images you uploaded as covers: each is at /covers/HASH-1280.webp
links, join-requests    what you do as a creator
cases                 your appeals, objections and reviews, with their answers
clicks, older-clicks    the last ${MAX_ARCHIVED_CLICKS.toLocaleString("en-US")} clicks on your links at most, newest first per link,
                      without data about the visitors, which belongs to them
deposits, withdrawals, refunds, payout-banks    your payments
ledger-entries        every change of your balances: they add up to what you have
`;

/**
 * Streams a ZIP file of all data of the caller's account, from one snapshot and in bounded memory.
 * Throws `rate_limited` if too many exports run.
 */
export async function exportArchive(
  ctx: Ctx,
  { openPlace }: { openPlace: () => ExportPlace },
): Promise<ReadableStream<Uint8Array>> {
  const userId = requireUser(ctx);
  const place = openPlace();
  const onEnd = (failure: unknown) => {
    place.free();
    if (failure) ctx.log.warn({ err: failure, userId }, "an archive has failed");
  };
  try {
    return await streamThroughFile(
      async (send) => {
        const zip = openZip(send, ctx.now());
        await writeFiles(ctx, userId, zip);
        await zip.finish();
      },
      { place, timeoutMs: TIMEOUT_MS, onEnd },
    );
  } catch (error) {
    place.free();
    throw error;
  }
}

async function writeFiles(ctx: Ctx, userId: UserId, zip: ZipWriter): Promise<void> {
  await zip.addFile("README.txt", [README]);
  const { kept: links, days } = await readKept(
    ctx.db,
    async (tx) => {
      for (const { name, read } of archivedLists) {
        await zip.addFile(`${name}.json`, writeRows(read(tx, userId, PAGE)));
      }
      const campaignIds = await listArchivedLinks(tx, userId);
      const links = { creatorId: userId, campaignIds, page: PAGE };
      const clicks = readArchivedClicks((link) => listOwnClicks(tx, link), links);
      await zip.addFile("clicks.json", writeRows(clicks));
      return links;
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
  if (days === null) return;
  const older = readArchivedClicks((link) => readOlder(ctx, { ...link, days }), links);
  await zip.addFile("older-clicks.json", writeRows(older));
}

/** Throws `unavailable`: an archive is complete, or fails. */
async function readOlder(ctx: Ctx, page: OwnClicksPage & { days: MovedDays }) {
  const { rows, since } = await readMovedOwn(ctx, page);
  if (since) throw new AppError("unavailable", "Clicks of moved days cannot be read");
  return rows;
}

const LEVEL = 6;
const encoder = new TextEncoder();

type ZipWriter = {
  /** Adds a file from its parts, in order. */
  addFile: (name: string, parts: AsyncIterable<string> | Iterable<string>) => Promise<void>;
  /** Writes the table of contents. Call it once, after the last file. */
  finish: () => Promise<void>;
};

/**
 * Writes a ZIP file piece by piece: holds no more than one part in memory. All times in it are
 * `at`.
 */
function openZip(send: (bytes: Uint8Array) => Promise<void>, at: Date): ZipWriter {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const flush = async () => {
    for (const bytes of ready.splice(0)) await send(bytes);
  };
  return {
    addFile: async (name, parts) => {
      const file = new ZipDeflate(name, { level: LEVEL });
      file.mtime = at;
      zip.add(file);
      for await (const part of parts) {
        file.push(encoder.encode(part));
        await flush();
      }
      file.push(new Uint8Array(), true);
      await flush();
    },
    finish: async () => {
      zip.end();
      await flush();
    },
  };
}

/** Formats pages of rows as one JSON array, a row per line. Amounts are exact dollars, as text. */
async function* writeRows(pages: AsyncIterable<ArchivedRow[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row, exactDollars)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function exactDollars(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? decimalFromMicros(value) : value;
}
