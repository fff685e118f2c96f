import { policy as release } from "@fairclick/core/clicks/policy";
import { findLoosened, type OverridableValue } from "@fairclick/core/clicks/policy-overrides";
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
import { MAX_OVERRIDES } from "./set-override";

/** `loosens` names the values that are less strict than the policy in force. */
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
    requested: requested.map((row) => ({ ...row, loosens: findLoosened(inForce, row.values) })),
    active: active.map((row) => ({
      ...row,
      loosens: row.approvedBy === null ? [] : findLoosened(inForce, row.values),
    })),
  };
}
