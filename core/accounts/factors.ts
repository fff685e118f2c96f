import { z } from "zod";
import { t } from "../language/t";
import { dataResponse, itemResponse, timeSchema } from "../schemas";
import { typedText } from "../texts";

/** Six digits of the authenticator app, or a recovery code. */
const codeSchema = z
  .string({ error: () => t`Please enter a code` })
  .trim()
  .min(1)
  .max(40);

export const factorCodeRequestSchema = z.object({ code: codeSchema });

export const totpResponseSchema = dataResponse(
  z.object({
    /** The secret in base32, to type into an app that cannot read the QR code. */
    secret: z.string(),
    /** The content of the QR code, `otpauth://totp/…`. */
    uri: z.string(),
  }),
);

/** Recovery codes are shown once. */
export const recoveryCodesResponseSchema = itemResponse(
  z.object({ recoveryCodes: z.array(z.string()) }),
);

const unreadable = () => t`This passkey could not be read.`;
const base64url = (maxLength: number) =>
  z
    .string({ error: unreadable })
    .min(1, { error: unreadable })
    .max(maxLength, { error: unreadable })
    .regex(/^[A-Za-z0-9_-]+$/, { error: unreadable });

const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal("public-key") };

/** The browser's answer to the options, as `PublicKeyCredential.toJSON()` returns it. */
export const newPasskeyRequestSchema = z.object({
  name: typedText({
    label: () => t`The passkey's name`,
    maxLength: 60,
    tooLongMessage: () => t`Please keep the name under 60 characters`,
    requiredMessage: () => t`A passkey needs a name`,
  }).meta({ example: "My laptop" }),
  credential: z.object({
    ...credential,
    response: z.object({ clientDataJSON: base64url(4_000), attestationObject: base64url(8_000) }),
  }),
});
export type NewPasskeyRequest = z.infer<typeof newPasskeyRequestSchema>;

export const passkeyRequestSchema = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(4_000),
      authenticatorData: base64url(4_000),
      signature: base64url(4_000),
      userHandle: base64url(100).optional(),
    }),
  }),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal("public-key") })),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
});
export type CreationOptions = z.infer<typeof creationOptionsSchema>;

export const creationOptionsResponseSchema = dataResponse(creationOptionsSchema);

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
});
export type RequestOptions = z.infer<typeof requestOptionsSchema>;

export const requestOptionsResponseSchema = dataResponse(requestOptionsSchema);

const passkeySchema = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable().describe("null: never used"),
});
export type PasskeyResponse = z.input<typeof passkeySchema>;

export const passkeysResponseSchema = dataResponse(z.array(passkeySchema));
