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
  /** Of an api process, without a trailing slash. */
  origin: string;
  /** Path of a Chromium, or null to compare no pages. */
  browserPath: string | null;
};

export type Agreement = {
  /** How many figures of each kind were compared. */
  compared: Record<string, number>;
  differences: Difference[];
};

/**
 * Compares every figure derived from the clicks with the clicks themselves, exactly: counters,
 * ledger, responses, exports and pages. The system must be idle.
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
