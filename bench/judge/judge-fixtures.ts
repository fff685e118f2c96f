import { findSignals } from "@fairclick/core/clicks/checks";
import type { Click } from "@fairclick/core/clicks/click";
import type { Policy } from "@fairclick/core/clicks/policy";
import { policy } from "@fairclick/core/clicks/release-policy";
import { decideVerdict } from "@fairclick/core/clicks/spending";
import { noAddressFacts } from "@fairclick/core/ip/ip-data";
import { type FixtureSet, readFixtures } from "./read-fixtures";

export type Judged = {
  name: string;
  isInvalid: boolean;
  requests: number;
  /** Requests with an unexpected verdict, and the reason if a rule decided. */
  wrong: { userAgent: string; reason: string | null }[];
};

/**
 * Judges each class by the request alone: no IP data, no neighbouring clicks, no history. `without` names
 * a signal that is only noted.
 */
export function judgeFixtures(set: FixtureSet, without = ""): Judged[] {
  const effects = { ...policy.effects, [without]: "note" };
  return readFixtures(set).map(({ name, isInvalid, requests }) => ({
    name,
    isInvalid,
    requests: requests.length,
    wrong: requests
      .map((click) => ({ userAgent: click.userAgent ?? "", ...judge(click, effects) }))
      .filter(({ verdict }) => (verdict === "invalid") !== isInvalid),
  }));
}

function judge(click: Click, effects: Policy["effects"]) {
  const signals = findSignals(click, { signedIn: [], marked: [], address: noAddressFacts });
  return decideVerdict(
    signals.map(({ signal }) => signal),
    effects,
  );
}
