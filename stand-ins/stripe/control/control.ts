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

/** All actions by name. Also served over HTTP at `POST /_test/{name}`. */
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
 * Validates `input` and runs the action. Throws ZodError for invalid input. The cast to never is
 * safe: the action's own schema has parsed the input.
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
