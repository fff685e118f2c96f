import type { Db } from "@fairclick/sql/db/client";
import type { Report } from "../game-servers";
import type { ChaosMarket } from "../market";
import { compareConversions } from "./compare-conversions";
import { compareCounters } from "./compare-counters";
import { compareCreatorAnswers } from "./compare-creator-answers";
import { compareDeveloperAnswers } from "./compare-developer-answers";
import { compareExports } from "./compare-exports";
import { compareLedger } from "./compare-ledger";
import { comparePages } from "./compare-pages";
import { type Compare, type Difference, openComparison } from "./comparison";
import { nameLinks } from "./names";
import { readTruth } from "./truth";

type Settled = {
  db: Db;
  market: ChaosMarket;
  reports: readonly Report[];
  /** Of an api process, without a slash at the end. */
  origin: string;
  /** A Chromium; without one no page is looked at. */
  browserPath: string | null;
};

export type Agreement = {
  /** How many figures of each kind were compared. */
  compared: Record<string, number>;
  differences: Difference[];
};

/**
 * Compares all that is said of the clicks with the clicks themselves, to the unit: counters, ledger,
 * answers, exports and pages. Nothing may move meanwhile.
 */
export async function findDisagreements(settled: Settled): Promise<Agreement> {
  const { db, market, reports, browserPath } = settled;
  const truth = await readTruth(db, reports);
  const about = { ...settled, truth, nameLink: nameLinks(market) };
  const kinds: Record<string, (compare: Compare) => Promise<void>> = {
    counters: (compare) => compareCounters(db, { ...about, compare }),
    conversions: (compare) => compareConversions(db, { ...about, compare }),
    ledger: (compare) => compareLedger(db, { ...about, compare }),
    answers: async (compare) => {
      await compareDeveloperAnswers({ ...about, compare });
      await compareCreatorAnswers({ ...about, compare });
    },
    exports: (compare) => compareExports({ ...about, compare }),
    ...(browserPath && { pages: (compare) => comparePages(browserPath, { ...about, compare }) }),
  };
  const agreement: Agreement = { compared: {}, differences: [] };
  for (const [kind, compareAll] of Object.entries(kinds)) {
    const { compare, compared, differences } = openComparison();
    await compareAll(compare);
    agreement.compared[kind] = compared();
    agreement.differences.push(...differences());
  }
  return agreement;
}
