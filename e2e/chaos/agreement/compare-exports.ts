import { microsFromDollars } from "@fairclick/core/amounts";
import type { ChaosMarket, Person } from "../market";
import type { Compare } from "./comparison";
import { sumClicks } from "./tally";
import { narrow, type Truth } from "./truth";

type Exports = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/** Compares the files that creators download with all they earned. */
export async function compareExports({ origin, market, truth, compare }: Exports): Promise<void> {
  for (const creator of market.creators) {
    const { clicks } = narrow(truth, { creatorId: creator.id });
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
