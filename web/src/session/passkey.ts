import { t } from "@fairclick/core/language/t";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** Asks the person to sign a challenge of the server with a passkey. Throws with a readable message. */
export async function signWithPasskey() {
  const { data: optionsJSON } = await readAnswer(api.auth.passkeys.challenge.$post());
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON }).catch(explain);
}

/** Asks the person to make a passkey on this device or another one. Throws with a readable message. */
export async function makePasskey() {
  const { data: optionsJSON } = await readAnswer(api.auth.passkeys.options.$post());
  const { startRegistration } = await import("@simplewebauthn/browser");
  return startRegistration({ optionsJSON }).catch(explain);
}

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError") throw new Error(t`The passkey was not used. Please try again.`);
  if (name === "InvalidStateError") throw new Error(t`This device has a passkey for you already.`);
  throw new Error(t`This browser cannot use passkeys here.`);
}
