import { dollarsFromMicros, MICROS_PER_DOLLAR } from "@fairclick/core/amounts";
import { MIN_CLICKS, MIN_CREATORS, type PublicFigures } from "@fairclick/core/campaigns/campaign";
import { getPublicFigures, type PublicFiguresRow } from "@fairclick/sql/campaigns/market";
import { type Ctx, shareReading } from "../context";

/** The figures are read at most once in this time, however many people open the landing page. */
const MAX_AGE_MS = 5 * 60_000;

const CLICKS = 1_000n;

export type PublicFiguresReader = () => Promise<PublicFigures>;

export function createPublicFiguresReader(
  { db, now }: Pick<Ctx, "db" | "now">,
  maxAgeMs = MAX_AGE_MS,
): PublicFiguresReader {
  return shareReading(async () => {
    const measuredAt = now();
    return present(await getPublicFigures(db.sql, measuredAt), measuredAt);
  }, maxAgeMs);
}

function present(row: PublicFiguresRow, measuredAt: Date): PublicFigures {
  const { lowestMicros, medianMicros, highestMicros, judged, valid } = row;
  const areMany = row.creators >= MIN_CREATORS;
  return {
    openCampaigns: row.openCampaigns,
    budgetLeft: wholeDollars(row.freeMicros),
    payoutPerThousand:
      lowestMicros === null || medianMicros === null || highestMicros === null
        ? null
        : {
            lowest: dollarsFromMicros(lowestMicros * CLICKS),
            median: dollarsFromMicros(medianMicros * CLICKS),
            highest: dollarsFromMicros(highestMicros * CLICKS),
          },
    clicks: areMany && judged >= MIN_CLICKS ? { judged, valid } : null,
    paid: areMany ? wholeDollars(row.paidMicros) : null,
    measuredAt: measuredAt.toISOString(),
  };
}

const wholeDollars = (micros: bigint) => Number(micros / MICROS_PER_DOLLAR);
