import { z } from "zod";
import { countryCodes, isCountryCode } from "../countries";
import { t } from "../language/t";
import { audienceDevices } from "./audience";

const country = z.string().refine(isCountryCode, {
  error: () => t`Countries are two-letter codes of ISO 3166, such as DE`,
});

/** A choice from a list, sorted and without repeats; null and missing choose everything. */
const chosen = <Item extends z.ZodType<string>>(
  item: Item,
  messages: Record<"none" | "many", () => string>,
) =>
  z
    .array(item)
    .min(1, { error: messages.none })
    .max(countryCodes.length, { error: messages.many })
    .transform((items) => [...new Set(items)].sort())
    .nullable()
    .default(null);

/** The clicks that a campaign pays for. `phone` includes tablets. */
export const audienceInputSchema = z.object({
  countries: chosen(country, {
    none: () => t`Choose at least one country, or null for all`,
    many: () => t`There are not that many countries`,
  }),
  devices: chosen(
    z.enum(audienceDevices, { error: () => t`Devices must be phone, desktop or console` }),
    {
      none: () => t`Choose at least one kind of device, or null for all`,
      many: () => t`There are not that many kinds of devices`,
    },
  ),
});

/** Null pays for all countries or devices. A click of an unknown country or device is in none. */
export const audienceSchema = z.object({
  countries: z.array(z.string()).nullable(),
  devices: z.array(z.enum(audienceDevices)).nullable(),
});
