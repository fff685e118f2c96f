import { createHash } from "node:crypto";
import { z } from "zod";

/** The person chosen on the consent page. */
export type Identity = { email: string; name: string; emailVerified: boolean };

/** Parses a form's fields. An unticked checkbox is not sent. */
export const identitySchema = z
  .object({
    email: z.email(),
    name: z.string().trim().min(1),
    email_verified: z.string().optional(),
  })
  .transform(
    ({ email, name, email_verified: verified }): Identity => ({
      email,
      name,
      emailVerified: verified === "true",
    }),
  );

export const knownPeople: Identity[] = [
  { email: "dana.developer@example.com", name: "Dana Developer", emailVerified: true },
  { email: "chris.creator@example.com", name: "Chris Creator", emailVerified: true },
  { email: "una.unverified@example.com", name: "Una Unverified", emailVerified: false },
];

/** Returns the claims of Google's id token. An e-mail always has the same subject. */
export function toClaims({ email, name, emailVerified }: Identity) {
  const [given = name] = name.split(" ");
  return {
    iss: "https://accounts.google.com",
    sub: toSubject(email),
    email,
    email_verified: emailVerified,
    name,
    given_name: given,
  };
}

/** Returns 21 digits, like Google's subjects. */
function toSubject(email: string): string {
  const hash = createHash("sha256").update(email.toLowerCase()).digest("hex");
  return (10n ** 20n + (BigInt(`0x${hash}`) % (9n * 10n ** 20n))).toString();
}
