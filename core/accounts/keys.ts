import { z } from "zod";
import { t } from "../language/t";
import { dataResponse, itemResponse, timeSchema } from "../schemas";
import { typedText } from "../texts";

/** What a personal key may do, by scope. Each scope is independent of the others. */
export const keyScopes = {
  get read() {
    return t`Read campaigns, links, clicks, statistics and notices`;
  },
  get campaigns() {
    return t`Create, fund, change and end campaigns, paid from the wallet`;
  },
  get links() {
    return t`Join campaigns, and appeal clicks on your links`;
  },
  get webhooks() {
    return t`Read and change webhooks, and see their secrets and deliveries`;
  },
  get payouts() {
    return t`Read balances, payments, earnings and withdrawals`;
  },
};
export type KeyScope = keyof typeof keyScopes;

/** The same names, in the order of `keyScopes`. */
export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]];

export const keyNameSchema = typedText({
  label: () => t`The key's name`,
  maxLength: 60,
  tooLongMessage: () => t`Please keep the name under 60 characters`,
  requiredMessage: () => t`A key needs a name`,
});

export const newPersonalKeySchema = z.object({
  name: keyNameSchema.meta({ example: "Build server" }),
  scopes: z
    .array(z.enum(keyScopeNames, { error: "scopes holds a name that is no scope" }), {
      error: "scopes must be a list of names",
    })
    .min(1, { error: () => t`Choose at least one scope` })
    .max(keyScopeNames.length, { error: "scopes holds a name twice" }),
  validDays: z
    .int({ error: "validDays must be a whole number of days, or null" })
    .min(1, { error: () => t`A key is valid for at least one day` })
    .max(3_650, { error: () => t`A key is valid for at most 3,650 days` })
    .nullable()
    .default(null)
    .describe("null: until it is revoked"),
});

const personalKeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(keyScopeNames)),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable().describe("Up to an hour late; null: never used"),
  expiresAt: timeSchema.nullable().describe("null: does not expire"),
});

export type PersonalKeyResponse = z.input<typeof personalKeySchema>;

export const personalKeysResponseSchema = dataResponse(z.array(personalKeySchema));

export const newPersonalKeyResponseSchema = itemResponse(
  personalKeySchema.extend({
    token: z
      .string()
      .describe("Shown only here")
      .meta({ example: "fck_3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM" }),
  }),
);
