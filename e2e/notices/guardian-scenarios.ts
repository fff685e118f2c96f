import { hashToken, makeToken } from "@fairclick/services/accounts/auth/token";
import { declineInvitation, giveConsent } from "@fairclick/services/accounts/guardians/consent";
import { endConsentAsOperator } from "@fairclick/services/accounts/guardians/end-consent";
import { inviteGuardian } from "@fairclick/services/accounts/guardians/invite-guardian";
import { insertMailToken } from "@fairclick/sql/notices/mail-tokens";
import type { NoticeWorld, Scenario, Scenarios } from "./notice-world";

/** A user of 13 to 17 years who has invited a guardian, and the guardian's answers. */
async function invited({ app, as, somebody, system }: NoticeWorld) {
  const { id: to } = await somebody();
  await app.owner`update users set birth_month = '2012-01-01' where id = ${to}`;
  const email = `mum-${to}@example.test`;
  const invite = () => inviteGuardian(as(to), { email });
  await invite();
  const token = makeToken();
  await insertMailToken(app.db.sql, {
    ...{ tokenHash: hashToken(token), userId: to, purpose: "guardian_invitation" },
    ...{ address: email, browserHash: null, expiresAt: new Date(system.now().getTime() + 60_000) },
  });
  return {
    ...{ to, invite },
    consent: () => giveConsent(system, { token, name: "Maria", deviceTokens: [] }),
    decline: () => declineInvitation(system, token),
  };
}

async function consenting(world: NoticeWorld): Promise<Scenario> {
  const { to, consent } = await invited(world);
  return { to, change: consent };
}

async function ending(world: NoticeWorld): Promise<Scenario> {
  const { to, consent } = await invited(world);
  await consent();
  const input = { user: to, reason: "a test", dryRun: false };
  return { to, change: () => endConsentAsOperator(world.operator, input) };
}

export const guardianScenarios: Scenarios = {
  "guardian.invited": async (world) => {
    const { to, invite } = await invited(world);
    return { to, change: invite, repeats: true };
  },
  "guardian.confirmed": consenting,
  "guardian.consented": consenting,
  "guardian.declined": async (world) => {
    const { to, decline } = await invited(world);
    return { to, change: decline };
  },
  "guardian.ended": ending,
  "guardian.released": ending,
};
