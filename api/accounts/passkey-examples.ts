import { type Examples, NOW, success, withMessage } from "../reference/story";

const PASSKEY = "01a1fd9a-7b20-7c31-8d42-9e5f6a7b8c9e";
const CREDENTIAL = "h3kQm0Vd9wLrT2yXc8ZbNg";
const challenge = "Rk9vYmFyQmF6UXV4Q29yZ2VHcmF1bHRHYXJwbHlXYWw";
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0";
const credential = { id: CREDENTIAL, rawId: CREDENTIAL, type: "public-key" };
const signed = {
  credential: {
    ...credential,
    response: {
      clientDataJSON,
      authenticatorData: "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
      signature: "MEUCIQDXtYb3pW8r0Qd1",
    },
  },
};
const done = (message: string) => ({ answer: { status: "success", message } });

export const passkeyExamples: Examples = {
  "GET /api/auth/passkeys": {
    answer: success([{ _id: PASSKEY, name: "My laptop", createdAt: NOW, lastUsedAt: null }]),
  },
  "POST /api/auth/passkeys/options": {
    answer: success({
      challenge,
      rp: { id: "fairclick.example", name: "Fairclick" },
      user: { id: "MDFhMWZkOWE", name: "dana@example.com", displayName: "dana@example.com" },
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      timeout: 300_000,
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
    }),
  },
  "POST /api/auth/passkeys": {
    body: {
      name: "My laptop",
      credential: {
        ...credential,
        response: { clientDataJSON, attestationObject: "o2NmbXRkbm9uZWdhdHRTdG10oA" },
      },
    },
    ...done("Passkey added."),
  },
  "DELETE /api/auth/passkeys/{id}": {
    parameters: { id: PASSKEY },
    ...done("Passkey removed."),
  },
  "POST /api/auth/passkeys/challenge": {
    answer: success({
      challenge,
      rpId: "fairclick.example",
      timeout: 300_000,
      userVerification: "required",
    }),
  },
  "POST /api/auth/passkeys/session": {
    body: signed,
    answer: withMessage("Welcome!", {
      user: {
        _id: "01900000-0000-7000-8000-000000000001",
        username: "Dana",
        email: "dana@example.com",
        walletBalance: 35,
        stripeAccountVerified: false,
        country: "US",
      },
      token: "3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM",
    }),
  },
  "POST /api/auth/passkeys/proof": { body: signed, ...done("Thank you.") },
};
