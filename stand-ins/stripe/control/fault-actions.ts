import { z } from "zod";
import { handlers } from "../api/handlers";
import { defineAction } from "./define-action";

const call = z.string().refine((name) => Object.hasOwn(handlers, name), "No such call");

const shows = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("error"),
    status: z.number().int().min(400).max(599),
    code: z.string().default(""),
    message: z.string().default("An unknown error occurred."),
    /** Whether the error is stored under the idempotency key. */
    stored: z.boolean().default(false),
  }),
  z.object({ kind: z.literal("hang") }),
  z.object({ kind: z.literal("reset") }),
  z.object({ kind: z.literal("delay"), ms: z.number().int().positive() }),
]);

export const faultActions = {
  "faults/add": defineAction(
    z.object({
      call,
      times: z.number().int().positive().default(1),
      skip: z.number().int().nonnegative().default(0),
      effect: z.enum(["none", "done"]).default("none"),
      shows,
    }),
    ({ world }, fault) => {
      world.state.faults.push(fault);
      return { waiting: world.state.faults.length };
    },
  ),

  "faults/clear": defineAction(z.object({}), ({ world }) => {
    world.state.faults = [];
    return {};
  }),
};
