import type { UserId } from "@fairclick/core/ids";
import { archivedLists, listArchivedLinks } from "@fairclick/sql/accounts/archive";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { ExportSlots } from "../../clicks/inspect/export-slots";
import { streamThroughFile } from "../../clicks/inspect/stream-through-file";
import type { Ctx } from "../../context";
import { MAX_ARCHIVED_CLICKS, readArchivedClicks } from "./archive-clicks";
import { openZip, type ZipWriter } from "./open-zip";
import { writeRows } from "./write-rows";

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
campaigns, campaign-hosts, click-objections    what you do as a developer
cover-uploads         images you uploaded as covers: each is at /covers/HASH-1280.webp
links, join-requests, click-appeals    what you do as a creator
clicks                the last ${MAX_ARCHIVED_CLICKS.toLocaleString("en-US")} clicks on your links at most, newest first per link,
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
  { slots }: { slots: ExportSlots },
): Promise<ReadableStream<Uint8Array>> {
  const userId = requireUser(ctx);
  const freeSlot = slots.take(userId);
  const onEnd = (failure: unknown) => {
    freeSlot();
    if (failure) ctx.log.warn({ err: failure, userId }, "an archive has failed");
  };
  try {
    return await streamThroughFile(
      async (send) => {
        const zip = openZip(send, ctx.now());
        await writeFiles(ctx, userId, zip);
        await zip.finish();
      },
      { timeoutMs: TIMEOUT_MS, onEnd },
    );
  } catch (error) {
    freeSlot();
    throw error;
  }
}

async function writeFiles({ db }: Ctx, userId: UserId, zip: ZipWriter): Promise<void> {
  await zip.addFile("README.txt", [README]);
  await withTx(
    db,
    async (tx) => {
      for (const [name, list] of Object.entries(archivedLists)) {
        await zip.addFile(`${name}.json`, writeRows(list(tx, userId, PAGE)));
      }
      const campaignIds = await listArchivedLinks(tx, userId);
      const clicks = readArchivedClicks(tx, { creatorId: userId, campaignIds, page: PAGE });
      await zip.addFile("clicks.json", writeRows(clicks));
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
}
