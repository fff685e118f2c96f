import { z } from "zod";
import { t } from "../language/t";

/** Six digits of the authenticator app, or a recovery code. */
const codeSchema = z
  .string({ error: () => t`Please enter a code` })
  .trim()
  .min(1)
  .max(40);

export const factorCodeRequestSchema = z.object({ code: codeSchema });

export const totpResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({
    /** The secret in base32, to type into an app that cannot read the QR code. */
    secret: z.string(),
    /** The content of the QR code, `otpauth://totp/…`. */
    uri: z.string(),
  }),
});

/** Recovery codes are shown once. */
export const recoveryCodesResponseSchema = z.object({
  status: z.literal("success"),
  message: z.string(),
  data: z.object({ recoveryCodes: z.array(z.string()) }),
});
