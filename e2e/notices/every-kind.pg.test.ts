import type { UserId } from "@fairclick/core/ids";
import { noticeKinds } from "@fairclick/core/notices/registry";
import { listHostileData } from "@fairclick/services/notices/testing/hostile-data";
import { expect, it } from "vitest";
import { accountScenarios } from "./account-scenarios";
import { campaignScenarios } from "./campaign-scenarios";
import { clickScenarios } from "./click-scenarios";
import { joiningScenarios } from "./joining-scenarios";
import { moneyScenarios } from "./money-scenarios";
import { openNoticeWorld, type Scenarios } from "./notice-world";
import { operationScenarios } from "./operation-scenarios";
import { reportScenarios } from "./report-scenarios";

/** One entry per kind of notice, or per option of its data: a change that writes it. */
const scenarios: Scenarios = {
  ...accountScenarios,
  ...campaignScenarios,
  ...clickScenarios,
  ...joiningScenarios,
  ...moneyScenarios,
  ...operationScenarios,
  ...reportScenarios,
};
const world = await openNoticeWorld();

async function countNotices(name: string, to: UserId | null): Promise<number> {
  const [kind = "", option = null] = name.split(" ");
  const [row] = await world.app.owner<[{ count: number }]>`
    select count(*)::int as count from notices
    where kind = ${kind} and user_id is not distinct from ${to}
      and (${option}::text is null
        or exists (select from jsonb_each_text(data) where value = ${option}))`;
  return row.count;
}

it("has a scenario for every kind and every option of its data", () => {
  const names = noticeKinds.flatMap(({ kind, schema }) =>
    [...listHostileData(schema).keys()].map((option) => `${kind} ${option}`.trim()),
  );
  expect(Object.keys(scenarios).sort()).toEqual(names.sort());
});

it.each(Object.entries(scenarios))(
  "writes %s once, though the change is retried and runs twice at once",
  async (name, prepare) => {
    const { to, change, repeats } = await prepare(world);
    const before = await countNotices(name, to);
    const outcomes = await Promise.allSettled([change(), change()]);
    outcomes.push(...(await Promise.allSettled([change()])));
    const done = outcomes.filter(({ status }) => status === "fulfilled").length;
    const problems = outcomes.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
    expect(done, String(problems[0]?.stack)).toBeGreaterThan(0);
    expect((await countNotices(name, to)) - before).toBe(repeats ? done : 1);
  },
);
