import { z } from "zod";
import { t } from "../language/t";
import { payoutPerClickSchema } from "./campaign-input-schema";

export const changePriceSchema = z.object({
  /** In dollars. */
  payoutPerClick: payoutPerClickSchema,
  /** When a lower price begins: 24 hours from now or later, which is also what it means if it is left out. */
  startsAt: z.iso.datetime({ offset: true, error: () => t`The start is not a time` }).optional(),
});
