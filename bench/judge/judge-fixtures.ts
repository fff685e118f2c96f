import type { Click } from "@fairclick/core/clicks/click";
import { policy } from "@fairclick/core/clicks/policy";
import { findSignals } from "@fairclick/core/clicks/registry";
import { decideVerdict } from "@fairclick/core/clicks/verdict";
import { nothingKnown } from "@fairclick/core/ip/ip-data";
import { type FixtureSet, readFixtures } from "./read-fixtures";

export type Judged = {
  name: string;
  refused: boolean;
  requests: number;
  /** Judged otherwise than expected, with the reason if there was one. */
  wrong: { userAgent: string; reason: string | null }[];
};

/** Judges each class by what a request shows of itself: no address data, no neighbours, no history. */
export function judgeFixtures(set: FixtureSet): Judged[] {
  return readFixtures(set).map(({ name, refused, requests }) => ({
    name,
    refused,
    requests: requests.length,
    wrong: requests
      .map((click) => ({ userAgent: click.userAgent ?? "", ...judge(click) }))
      .filter(({ verdict }) => (verdict === "invalid") !== refused),
  }));
}

function judge(click: Click) {
  const signals = findSignals(click, { signedIn: null, markedBy: null, address: nothingKnown });
  return decideVerdict(
    signals.map(({ signal }) => signal),
    policy.effects,
  );
}
