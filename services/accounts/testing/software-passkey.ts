import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { cose, isoCBOR } from "@simplewebauthn/server/helpers";

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

/** What an attack changes. */
export type Forgery = {
  origin?: string;
  rpId?: string;
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  challenge?: string;
  type?: string;
};

/** A passkey in software, which signs whatever a test needs. */
export class SoftwarePasskey {
  readonly id = base64url(randomBytes(16));
  counter = 0;
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;

  constructor(private readonly site: { origin: string; rpId: string }) {
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.publicKey = pair.publicKey;
    this.privateKey = pair.privateKey;
  }

  /** Answers the options for a new passkey. */
  create(challenge: string, forgery: Forgery = {}) {
    const length = Buffer.alloc(2);
    const id = Buffer.from(this.id, "base64url");
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.authenticatorData(NEW_CREDENTIAL, forgery),
      ...[Buffer.alloc(16), length, id, this.coseKey()],
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", Uint8Array.from(data)],
    ]);
    return this.credential({
      clientDataJSON: base64url(this.clientData("webauthn.create", challenge, forgery)),
      attestationObject: base64url(isoCBOR.encode(attestation as never)),
    });
  }

  /** Signs the challenge of a sign-in or of a proof. */
  sign(challenge: string, forgery: Forgery = {}) {
    const data = this.authenticatorData(0, forgery);
    const client = this.clientData("webauthn.get", challenge, forgery);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.privateKey);
    const { userHandle } = forgery;
    return this.credential({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      ...(userHandle === undefined ? {} : { userHandle }),
    });
  }

  private credential<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: "public-key" as const, response };
  }

  private clientData(type: string, challenge: string, forgery: Forgery): Buffer {
    const origin = forgery.origin ?? this.site.origin;
    const signed = forgery.challenge ?? challenge;
    const text = { type: forgery.type ?? type, challenge: signed, origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(text));
  }

  private authenticatorData(flags: number, forgery: Forgery): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forgery.counter ?? this.counter);
    const verified = forgery.verified === false ? 0 : USER_VERIFIED;
    const hash = sha256(forgery.rpId ?? this.site.rpId);
    return Buffer.concat([hash, Buffer.from([flags | USER_PRESENT | verified]), counter]);
  }

  private coseKey(): Buffer {
    const { x = "", y = "" } = this.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
      [cose.COSEKEYS.alg, cose.COSEALG.ES256],
      [cose.COSEKEYS.crv, cose.COSECRV.P256],
      [cose.COSEKEYS.x, Uint8Array.from(Buffer.from(x, "base64url"))],
      [cose.COSEKEYS.y, Uint8Array.from(Buffer.from(y, "base64url"))],
    ]);
    return Buffer.from(isoCBOR.encode(key as never));
  }
}
