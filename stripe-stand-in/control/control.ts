import type { z } from "zod";
import type { RequestLog } from "../api/request-log";
import type { Runner } from "../world/runner";
import type { World } from "../world/world";
import { accountActions } from "./account-actions";
import { clockActions } from "./clock-actions";
import { faultActions } from "./fault-actions";
import { moneyActions } from "./money-actions";
import { webhookActions } from "./webhook-actions";

export type ControlDeps = { world: World; runner: Runner; log: RequestLog };

type Actions = typeof accountActions &
  typeof clockActions &
  typeof faultActions &
  typeof moneyActions &
  typeof webhookActions;

/** What a test can make happen, by name. The same over HTTP at `POST /_test/{name}`. */
export const actions: Actions = {
  ...accountActions,
  ...clockActions,
  ...faultActions,
  ...moneyActions,
  ...webhookActions,
};

export type ActionName = keyof Actions;
type Input<A extends ActionName> = z.input<Actions[A]["input"]>;
type Output<A extends ActionName> = Awaited<ReturnType<Actions[A]["run"]>>;

export type Control = <A extends ActionName>(
  action: A,
  ...input: Record<string, never> extends Input<A> ? [input?: Input<A>] : [input: Input<A>]
) => Promise<Output<A>>;

/**
 * Runs one action by name on input of any origin. Throws a ZodError for input it cannot take;
 * what it lets through is what the action of that name declares.
 */
export async function runAction(deps: ControlDeps, name: ActionName, input: unknown) {
  const action: AnyAction = actions[name];
  const output = await action.run(deps, action.input.parse(input ?? {}) as never);
  deps.world.touch();
  return output;
}

type AnyAction = {
  input: z.ZodType;
  run: (deps: ControlDeps, input: never) => unknown;
};
