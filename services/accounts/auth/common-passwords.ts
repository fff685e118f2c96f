import { PASSWORD_MIN } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { dictionary } from "@zxcvbn-ts/language-common";

/** About 18,000 entries in lower case; shorter ones are refused by their length. */
const commonPasswords = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_MIN),
);

/** Throws `validation` for a common password, which attackers try first. `field` names the input. */
export function refuseCommonPassword(password: string, field: "password" | "newPassword"): void {
  if (!commonPasswords.has(password.normalize("NFKC").toLowerCase())) return;
  const message = t`Too many people use this password: it is easy to guess. Please choose another one.`;
  throw new AppError("validation", message, { issues: [{ path: field, message }] });
}
