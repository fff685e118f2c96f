import { replaySchema } from "@fairclick/core/clicks/replay";
import { z } from "zod";

/** Changes per rule: clicks that it newly refuses or holds, and those that it no longer does. */
export const ruleChangesSchema = z.array(
  z.object({
    rule: z.string(),
    stopped: z.int(),
    freed: z.int(),
    micros: replaySchema.shape.micros,
  }),
);
