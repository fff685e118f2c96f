import type { z } from "zod";
import { ownClickSchema } from "./own-clicks-schema";

/** One click as its creator sees it arrive, and again when it has been judged. */
export const liveClickSchema = ownClickSchema.omit({ appeal: true, appealUntil: true });
export type LiveClick = z.infer<typeof liveClickSchema>;
