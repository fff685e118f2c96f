import type { NewPasskeyRequest, PasskeyRequest } from "@fairclick/core/accounts/factors";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { PasskeyKey } from "@fairclick/sql/accounts/factors";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { decodeAttestationObject, isoBase64URL } from "@simplewebauthn/server/helpers";

/** Ed25519, ES256 and RS256, by their COSE numbers. */
export const passkeyAlgorithms = [-8, -7, -257];

/** The table has a constraint with the same number. RSA keys of 4,096 bits have about 530. */
const MAX_KEY_BYTES = 2_048;

/** What a signature must be for. `appUrl` is where the app is open. */
type Expected = { appUrl: string; challenge: string };

export function relyingParty(appUrl: string): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(appUrl);
  return { origin, rpId: hostname };
}

/** Returns the key of a new passkey; null if anything about it is wrong. */
export async function verifyNewPasskey(
  { appUrl, challenge }: Expected,
  credential: NewPasskeyRequest["credential"],
): Promise<PasskeyKey | null> {
  const { origin, rpId } = relyingParty(appUrl);
  try {
    if (!hasSimpleAttestation(credential.response.attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified || registrationInfo.credential.id !== credential.id) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    if (publicKey.length > MAX_KEY_BYTES) return null;
    return { credentialId, publicKey, counter };
  } catch {
    return null;
  }
}

/**
 * Other attestations carry certificates. Checking those can fetch addresses that the certificates name.
 * Browsers remove them, because the options request none.
 */
function hasSimpleAttestation(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get("fmt");
  return (
    format === "none" ||
    (format === "packed" && attestation.get("attStmt").get("x5c") === undefined)
  );
}

/**
 * Returns the new counter of a passkey that signed the challenge after it verified its user (PIN,
 * fingerprint); null if anything is wrong. A counter that did not rise is: the passkey was copied.
 */
export async function verifyPasskey(
  { appUrl, challenge }: Expected,
  { credential, key }: { credential: PasskeyRequest["credential"]; key: PasskeyKey },
): Promise<number | null> {
  const { origin, rpId } = relyingParty(appUrl);
  const { userHandle, ...response } = credential.response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: key.credentialId,
        publicKey: Uint8Array.from(key.publicKey),
        counter: key.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The same error for everything that can be wrong with a passkey. */
export function refusePasskey(): AppError {
  return new AppError("forbidden", t`This passkey was not accepted. Please try again.`);
}
