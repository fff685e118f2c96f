import { finishDueRecoveries } from "@fairclick/services/accounts/recovery";
import { generateCode } from "@fairclick/services/accounts/testing/generate-code";
import { deliverMail, type OutgoingMail } from "@fairclick/services/notices/deliver-mail";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { expect } from "vitest";
import { type Person, register } from "./people";
import { createTestApp, type TestApp } from "./test-app";

const mail = { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] };
export const HOUR_MS = 3_600_000;

type Verb = "recover" | "cancel-recovery";

/** A person with an authenticator app; `secret` is its secret. */
export type LockedPerson = Person & { secret: string };

/**
 * Starts an app with two operators, Ann and Bob, who recover accounts, and with a mailbox. Call it at the
 * top of a test file.
 */
export async function openRecoveryWorld() {
  const app = await createTestApp({ config: { mail, appUrl: "https://app.test" } });
  const { call, db, clock } = app;
  const addToken = async (name: string, scopes = ["users:recover"]) =>
    (await app.addOperator(name, scopes)).token;
  const [ann, bob] = [await addToken("Ann"), await addToken("Bob")];
  const wait = (hours: number) => {
    clock.at = new Date(clock.at.getTime() + hours * HOUR_MS);
  };
  const act = (token: string, { id }: Person, verb: Verb = "recover") =>
    call("POST", `/api/admin/users/${id}/${verb}`, { token, json: { reason: "She called." } });
  const { deliver, tokenFor } = openMailbox(app);

  /** A person who cannot sign in any more. */
  const lockedOut = async (): Promise<LockedPerson> => {
    const person = await addAuthenticator(app);
    wait(0.1);
    return person;
  };
  /** A person with a requested recovery; the mail about it is not sent yet. */
  const requestedWithoutMail = async (): Promise<LockedPerson> => {
    const person = await lockedOut();
    expect((await act(ann, person)).status).toBe(200);
    return person;
  };
  return {
    ...{ app, ann, bob, addToken, wait, act, deliver, tokenFor },
    ...{ lockedOut, requestedWithoutMail },
    /** A person with a requested recovery who got the mail about it. */
    requested: async (): Promise<LockedPerson> => {
      const person = await requestedWithoutMail();
      await deliver();
      return person;
    },
    /** Finishes the recoveries that are due, and returns how many. */
    runJob: () => finishDueRecoveries(systemCtx(db, () => clock.at)),
  };
}

function openMailbox({ db, clock }: TestApp) {
  const sent: OutgoingMail[] = [];
  const send = async (each: OutgoingMail) => void sent.push(each);
  const deliver = () =>
    deliverMail({
      ...systemCtx(db, () => clock.at),
      ...{ mailer: { send, close: () => {} }, appUrl: "https://app.test", operatorAddresses: [] },
    });
  return {
    deliver,
    /** Delivers all waiting mails and returns the token of the last link to a page. */
    tokenFor: async ({ email }: Person, path: string): Promise<string> => {
      await deliver();
      const link = new RegExp(`https://app\\.test${path}#([\\w-]{43})`);
      const own = sent.filter(({ to }) => to === email);
      const found = own.map((each) => link.exec(each.plainText)?.[1]);
      const token = found.findLast((each) => each !== undefined);
      if (token === undefined) throw new Error(`no mail with a link to ${path}`);
      return token;
    },
  };
}

async function addAuthenticator(app: TestApp): Promise<LockedPerson> {
  const { call, db, clock } = app;
  const person = await register(app);
  const { token } = person;
  await db.sql`update users set email_verified_at = now() where id = ${person.id}`;
  const totp = "/api/auth/second-factor/totp";
  const { secret } = (await call("POST", totp, { token })).json.data;
  const json = { code: generateCode(secret, clock.at) };
  const on = await call("POST", `${totp}/confirmation`, { token, json });
  expect(on.status).toBe(200);
  return { ...person, secret };
}
