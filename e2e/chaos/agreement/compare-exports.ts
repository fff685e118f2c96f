import { microsFromDollars } from "@fairclick/core/amounts";
import type { ChaosMarket, Person } from "../market";
import type { Compare } from "./comparison";
import { sumClicks, tally, toFigures } from "./tally";
import { type Click, narrow, type Truth } from "./truth";

type Exports = { origin: string; market: ChaosMarket; truth: Truth; compare: Compare };

/**
 * Compares the files that creators download: each UTC day and campaign, and the sum with all they
 * earned.
 */
export async function compareExports({ origin, market, truth, compare }: Exports): Promise<void> {
  for (const creator of market.creators) {
    const { clicks } = narrow(truth, { creatorId: creator.id });
    const paid = clicks.filter(({ verdict }) => verdict === "valid");
    const lines = await download(origin, creator, "transactions.csv");
    compare(
      `transactions.csv of ${creator.name}`,
      {
        ...toFigures(lines.flatMap(readEarnings)),
        earned: lines.reduce((sum, line) => sum + parseMicros(line.split(",")[3] ?? ""), 0n),
      },
      {
        ...toFigures(
          [...tally(paid, nameLine)].map(([line, { valid, micros }]) => [line, { valid, micros }]),
        ),
        earned: sumClicks(clicks).micros,
      },
    );
  }
}

const nameLine = ({ at, campaignId }: Click) => [`${at.toISOString().slice(0, 10)}:${campaignId}`];

/** Amount, number of clicks, day and campaign of a line about earnings. */
const earnings =
  /^[^,]*,earnings,earnings,([\d.]+),completed,"?([\d,]+) clicks? .*,earnings:(\d{4}-\d\d-\d\d:[0-9a-f-]{36}),/;

function readEarnings(line: string): [string, object][] {
  const [, amount = "", clicks = "", name = ""] = earnings.exec(line) ?? [];
  if (name === "") return [];
  return [[name, { valid: Number(clicks.replaceAll(",", "")), micros: parseMicros(amount) }]];
}

/** Downloads a CSV file and returns its lines without the heading. */
async function download(origin: string, { token }: Person, file: string): Promise<string[]> {
  const url = `${origin}/api/wallet/${file}`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const [, ...lines] = (await response.text()).trimEnd().split("\r\n");
  return lines;
}

function parseMicros(amount: string): bigint {
  const micros = microsFromDollars(amount.replace(/^-/, "")) ?? 0n;
  return amount.startsWith("-") ? -micros : micros;
}
