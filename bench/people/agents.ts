import { judgeFixtures } from "../judge/judge-fixtures";
import { formatPercent, type Row } from "./rows";

/** Programs and people by their requests alone, as `bun run bench:judge` prints them by class. */
export function judgeAgents(): Row[] {
  const sets = [
    { set: "fixtures", name: "own sets", before: "99.4 %", least: 0.995 },
    { set: "held-out", name: "held out", before: "99.0 %", least: 0.992 },
  ] as const;
  const rows = sets.map(({ set, name, before, least }): Row => {
    const { requests, wrong } = count(set, true);
    return {
      what: `programs found by the request alone, ${name}, ${requests} requests`,
      ...{ before, must: `≥ ${least * 100} %`, now: formatPercent(requests - wrong, requests) },
      isMet: wrong <= (1 - least) * requests,
    };
  });
  const people = [count("fixtures", false), count("held-out", false)];
  const requests = people.reduce((sum, each) => sum + each.requests, 0);
  const wrong = people.reduce((sum, each) => sum + each.wrong, 0);
  return [
    ...rows,
    {
      what: `people's browsers refused, all sets, ${requests} requests`,
      ...{ before: "0.08 %", must: "≤ 0.1 %", now: formatPercent(wrong, requests, 2) },
      isMet: wrong <= 0.001 * requests,
    },
  ];
}

function count(set: "fixtures" | "held-out", isInvalid: boolean) {
  const own = judgeFixtures(set).filter((each) => each.isInvalid === isInvalid);
  return {
    requests: own.reduce((sum, each) => sum + each.requests, 0),
    wrong: own.reduce((sum, each) => sum + each.wrong.length, 0),
  };
}
