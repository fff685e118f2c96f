import { decimalFromMicros } from "@fairclick/core/amounts";
import type { CampaignClickFilter } from "@fairclick/core/clicks/campaign-clicks";
import { AppError } from "@fairclick/core/errors";
import type { CampaignId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import {
  type CampaignClickRow,
  type ClickPlace,
  countCampaignClicks,
} from "@fairclick/sql/clicks/read-clicks";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import { getOwnCampaign } from "../../campaigns/own-campaign";
import type { Ctx } from "../../context";
import { withoutFormula, writeCsv } from "../../money/wallet/write-csv";
import { describeCampaignClick } from "./describe-campaign-click";
import type { ExportSlots } from "./export-slots";
import {
  type ClicksWanted,
  readCampaignClicks,
  resolveCampaignFilter,
} from "./read-campaign-clicks";
import { streamThroughFile } from "./stream-through-file";

/** Max clicks of the exported time, whether or not they match the filter. */
const MAX_CLICKS = 1_000_000;
const PAGE = 2_000;
const TIMEOUT_MS = 600_000;
const HEADINGS = [
  ...["time", "id", "creator", "creator_id", "verdict", "category", "country", "device"],
  ...["network", "price", "transaction", "reversal", "objection"],
];

/** `write` returns the text of some clicks; `count` is the number of clicks before them. */
type Format = {
  head: string;
  write: (rows: CampaignClickRow[], count: number) => string;
  tail: string;
};

const formats: Record<"csv" | "json", Format> = {
  csv: { head: writeCsv([HEADINGS]), write: (rows) => writeCsv(rows.map(toFields)), tail: "" },
  json: {
    head: '{"status":"success","data":[',
    write: (rows, count) =>
      rows
        .map(
          (row, i) =>
            `${count + i > 0 ? ",\n" : "\n"}${JSON.stringify(describeCampaignClick(row))}`,
        )
        .join(""),
    tail: "\n]}\n",
  },
};

type Export = CampaignClickFilter & { id: CampaignId; format: "csv" | "json"; slots: ExportSlots };

/**
 * Exports the clicks of the caller's own campaign that match, newest first, from one snapshot.
 * Throws `validation` if there are too many for one file, and `rate_limited`.
 */
export async function exportCampaignClicks(
  ctx: Ctx,
  { id, format, slots, ...filter }: Export,
): Promise<ReadableStream<Uint8Array>> {
  await getOwnCampaign(ctx, id);
  const clicks = resolveCampaignFilter(id, filter, ctx.now());
  const freeSlot = slots.take(requireUser(ctx));
  const onEnd = (failure: unknown) => {
    freeSlot();
    if (failure) ctx.log.warn({ err: failure, campaignId: id }, "an export of clicks has failed");
  };
  try {
    await refuseTooMany(ctx, clicks);
    const write = formats[format];
    return await streamThroughFile((send) => writeClicks(ctx, { clicks, format: write, send }), {
      timeoutMs: TIMEOUT_MS,
      onEnd,
    });
  } catch (error) {
    freeSlot();
    throw error;
  }
}

async function refuseTooMany({ db }: Ctx, { wanted, from, to }: ClicksWanted): Promise<void> {
  const count = await countCampaignClicks(db.sql, {
    wanted,
    span: { from, to },
    limit: MAX_CLICKS + 1,
  });
  if (count <= MAX_CLICKS) return;
  throw new AppError(
    "validation",
    t`There are more than 1,000,000 clicks in this time. Please export a shorter time.`,
  );
}

type Writing = {
  clicks: ClicksWanted;
  format: Format;
  send: (text: string) => Promise<void>;
};

async function writeClicks({ db }: Ctx, { clicks, format, send }: Writing): Promise<void> {
  await send(format.head);
  let count = 0;
  await withTx(
    db,
    async (tx) => {
      let before: ClickPlace | null = null;
      do {
        const page = await readCampaignClicks(tx, {
          ...{ ...clicks, before },
          ...{ limit: PAGE, maxScanned: Number.POSITIVE_INFINITY },
        });
        await send(format.write(page.rows, count));
        count += page.rows.length;
        before = page.next;
      } while (before);
    },
    { isolation: "repeatable read", readOnly: true, statementTimeoutMs: 60_000 },
  );
  await send(format.tail);
}

function toFields(row: CampaignClickRow): string[] {
  const click = describeCampaignClick(row);
  return [
    ...[click.clickedAt, click.id, withoutFormula(click.creator), click.creatorId],
    ...[click.verdict, click.category ?? "", click.country, click.device, click.network],
    ...[
      decimalFromMicros(row.paidMicros),
      click.transactionId ?? "",
      click.reversalId ?? "",
      click.objection ?? "",
    ],
  ];
}
