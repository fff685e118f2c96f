import { createHash } from "node:crypto";
import { type Click, clickSchema } from "@fairclick/core/clicks/click";
import type { IpData } from "@fairclick/core/ip/ip-data";
import { insertParkedClicks } from "@fairclick/sql/clicks/pending-clicks";
import { findDataError } from "@fairclick/sql/db/errors";
import type { Ctx } from "../../context";
import { recordClicks } from "./record-clicks";

export type Recorded = { recorded: number; parked: number };

/**
 * Records a delivery and parks the items that cannot be recorded: those that are not clicks, and
 * those with values that Postgres refuses. Throws any other failure, which a retry may fix.
 */
export async function recordOrPark(
  ctx: Ctx,
  delivered: readonly unknown[],
  ipData?: IpData,
): Promise<Recorded> {
  const clicks: Click[] = [];
  let parked = 0;
  for (const each of delivered) {
    const click = clickSchema.safeParse(each);
    if (click.success) clicks.push(click.data);
    else {
      await park(ctx, each, click.error);
      parked += 1;
    }
  }
  const rest = await recordInParts(ctx, clicks, ipData);
  return { recorded: rest.recorded, parked: parked + rest.parked };
}

/** Splits a refused batch in halves until the refused click is alone. */
async function recordInParts(ctx: Ctx, clicks: Click[], ipData?: IpData): Promise<Recorded> {
  if (clicks.length === 0) return { recorded: 0, parked: 0 };
  try {
    return { recorded: await recordClicks(ctx, clicks, ipData), parked: 0 };
  } catch (error) {
    const refused = findDataError(error);
    if (!refused) throw error;
    if (clicks.length === 1) {
      await park(ctx, clicks[0], refused);
      return { recorded: 0, parked: 1 };
    }
    const middle = Math.ceil(clicks.length / 2);
    const first = await recordInParts(ctx, clicks.slice(0, middle), ipData);
    const second = await recordInParts(ctx, clicks.slice(middle), ipData);
    return { recorded: first.recorded + second.recorded, parked: first.parked + second.parked };
  }
}

async function park(ctx: Ctx, click: unknown, error: Error): Promise<void> {
  const payload = JSON.stringify(click) ?? "undefined";
  const key = parkingKey(click) ?? createHash("sha256").update(payload).digest("hex");
  ctx.log.error({ err: error, key }, "A click was parked");
  await insertParkedClicks(ctx.db.sql, [{ key, payload, problem: error.message }]);
}

function parkingKey(click: unknown): string | null {
  const id = click && typeof click === "object" && "id" in click ? click.id : null;
  return typeof id === "string" && /^[\w-]{1,64}$/.test(id) ? id : null;
}
