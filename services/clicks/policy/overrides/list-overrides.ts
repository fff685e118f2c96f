import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import {
  findLoosened,
  findLooser,
  type OverridableValue,
  type OverrideValues,
} from "@fairclick/core/clicks/policy-overrides";
import {
  type ListedOverrideRequest,
  listOverrideRequests,
} from "@fairclick/sql/clicks/policy-override-requests";
import {
  type ListedOverride,
  listOverrides as listRows,
} from "@fairclick/sql/clicks/policy-overrides";
import type { Ctx } from "../../../context";
import { getPolicyAt } from "../read-policy";
import { MAX_OVERRIDES } from "./require-room";

/** `loosens` names the values that are less strict than the policy in force, or than what a request replaces. */
type WithLoosened<Row> = Row & { loosens: OverridableValue[] };

export type Overrides = {
  requested: WithLoosened<ListedOverrideRequest>[];
  active: WithLoosened<ListedOverride>[];
};

/** Lists the overrides in force and those that wait for a second operator, each newest first. */
export async function listOverrides(ctx: Pick<Ctx, "db" | "now">): Promise<Overrides> {
  const { sql } = ctx.db;
  const page = { at: ctx.now(), limit: MAX_OVERRIDES };
  const [requested, active, inForce] = await Promise.all([
    listOverrideRequests(sql, page),
    listRows(sql, page),
    getPolicyAt(sql, { at: page.at, windowSeconds: release.windowSeconds }),
  ]);
  return {
    requested: requested.map((row) => {
      const current = active.find(({ revision }) => revision === row.replaces);
      return { ...row, loosens: listLooser(inForce, { current, values: row.values }) };
    }),
    active: active.map((row) => ({
      ...row,
      loosens: row.approvedBy === null ? [] : findLoosened(inForce, row.values),
    })),
  };
}

type Wish = { current: ListedOverride | undefined; values: OverrideValues };

function listLooser(inForce: Policy, { current, values }: Wish): OverridableValue[] {
  const loosened = findLoosened(inForce, values);
  if (!current) return loosened;
  const replaced = { values: current.values, isApproved: current.approvedBy !== null };
  return [...new Set([...loosened, ...findLooser(inForce, { current: replaced, values })])];
}
