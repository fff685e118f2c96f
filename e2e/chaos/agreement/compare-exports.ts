import { decimalFromMicros, microsFromDollars } from "@fairclick/core/money/micros";
import type { ChaosMarket, Person } from "../market";
import type { Compare } from "./comparison";
import { spellOut, sumClicks, tally } from "./tally";
import { type Click, narrow, type Truth } from "./truth";
import { VIEWERS_ZONE, viewersDay } from "./viewers-zone";

type Exports = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/** The files that creators download: each day and campaign, and that all they earned adds up to it. */
export async function compareExports({ origin, market, truth, compare }: Exports): Promise<void> {
  const names = new Map(market.campaigns.map(({ id, name }) => [id, name]));
  const lineOf = ({ at, campaignId }: Click) => [`${viewersDay(at)}, ${names.get(campaignId)}`];
  for (const creator of market.creators) {
    const { clicks } = narrow(truth, { creatorId: creator.id });
    const lines = await download(origin, creator, `earnings.csv?timeZone=${VIEWERS_ZONE}`);
    compare(
      `earnings.csv of ${creator.name}`,
      spellOut(
        lines.map(([day, campaign, valid, invalid, held, unpaid, earned]) => [
          `${day}, ${campaign}`,
          { valid, invalid, held, unpaid, earned },
        ]),
      ),
      spellOut(
        [...tally(clicks, lineOf)].map(([line, { micros, ...counts }]) => [
          line,
          { ...counts, earned: decimalFromMicros(micros) },
        ]),
      ),
    );
    const history = await download(origin, creator, "transactions.csv");
    compare(
      `transactions.csv of ${creator.name}`,
      { earned: history.reduce((sum, [, , , amount = ""]) => sum + microsOf(amount), 0n) },
      { earned: sumClicks(clicks).micros },
    );
  }
}

/** Lines without their headings; no field of these has a comma in it but the description, the last but one. */
async function download(origin: string, { token }: Person, file: string): Promise<string[][]> {
  const url = `${origin}/api/wallet/${file}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const [, ...lines] = (await response.text()).trimEnd().split("\r\n");
  return lines.map((line) => line.split(","));
}

function microsOf(amount: string): bigint {
  const micros = microsFromDollars(amount.replace(/^-/, "")) ?? 0n;
  return amount.startsWith("-") ? -micros : micros;
}
