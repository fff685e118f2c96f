import { z } from "zod";
import { emptyState } from "../world/state";
import { nowMs } from "../world/world";
import { defineAction } from "./define-action";

export const clockActions = {
  /** Advances the clock and returns after everything that falls due has run. */
  "clock/advance": defineAction(
    z.object({ seconds: z.number().int().nonnegative() }),
    async ({ runner, world }, { seconds }) => {
      await runner.advance(seconds * 1000);
      await runner.idle();
      return { now: new Date(nowMs(world)).toISOString() };
    },
  ),

  /** Waits until nothing is due: every deliverable event has been attempted. */
  "clock/settle": defineAction(z.object({}), async ({ runner }) => {
    await runner.idle();
    return {};
  }),

  /** Empties the stand-in. The webhook endpoint and the keys stay. */
  reset: defineAction(z.object({}), ({ world, log }) => {
    world.state = { ...emptyState(), publicUrl: world.settings.publicUrl };
    log.clear();
    return {};
  }),

  "requests/list": defineAction(z.object({}), ({ log }) => ({ requests: log.list() })),
};
