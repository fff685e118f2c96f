import type { z } from "zod";
import { ownClickSchema } from "./own-clicks-schema";

/** A click in the creator's live list; sent when it is recorded and again when it is judged. */
export const liveClickSchema = ownClickSchema.omit({ appeal: true, appealUntil: true });
export type LiveClick = z.infer<typeof liveClickSchema>;
