import { decimalFromMicros, microsFromDollars } from "@fairclick/core/amounts";
import type { ChaosMarket, Person } from "../market";
import type { Compare } from "./comparison";
import { sumClicks, tally, toFigures } from "./tally";
import { type Click, narrow, type Truth } from "./truth";
import { VIEWERS_ZONE, viewersDay } from "./viewers-zone";

type Exports = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/**
 * Compares the files that creators download: each day and campaign, and the sum with all they
 * earned.
 */
export async function compareExports({ origin, market, truth, compare }: Exports): Promise<void> {
  const names = new Map(market.campaigns.map(({ id, name }) => [id, name]));
  const lineName = ({ at, campaignId }: Click) => [`${viewersDay(at)}, ${names.get(campaignId)}`];
  for (const creator of market.creators) {
    const { clicks } = narrow(truth, { creatorId: creator.id });
    const lines = await download(origin, creator, `earnings.csv?timeZone=${VIEWERS_ZONE}`);
    compare(
      `earnings.csv of ${creator.name}`,
      toFigures(
        lines.map(([day, campaign, valid, invalid, held, unpaid, earned]) => [
          `${day}, ${campaign}`,
          { valid, invalid, held, unpaid, earned },
        ]),
      ),
      toFigures(
        [...tally(clicks, lineName)].map(([line, { micros, ...counts }]) => [
          line,
          { ...counts, earned: decimalFromMicros(micros) },
        ]),
      ),
    );
    const history = await download(origin, creator, "transactions.csv");
    compare(
      `transactions.csv of ${creator.name}`,
      { earned: history.reduce((sum, [, , , amount = ""]) => sum + parseMicros(amount), 0n) },
      { earned: sumClicks(clicks).micros },
    );
  }
}

/**
 * Downloads a CSV file and returns its rows without the heading. No field but the description, the
 * last but one, contains a comma.
 */
async function download(origin: string, { token }: Person, file: string): Promise<string[][]> {
  const url = `${origin}/api/wallet/${file}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const [, ...lines] = (await response.text()).trimEnd().split("\r\n");
  return lines.map((line) => line.split(","));
}

function parseMicros(amount: string): bigint {
  const micros = microsFromDollars(amount.replace(/^-/, "")) ?? 0n;
  return amount.startsWith("-") ? -micros : micros;
}
