/**
 * Deletes accounts and sends the refunds until it is killed, and prints a line after each step. Started
 * and killed by a test.
 */
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { deleteAccount } from "@fairclick/services/money/close-account";
import { sendRefund } from "@fairclick/services/money/reverse-deposit";
import { createStripe, withPayments } from "@fairclick/services/money/stripe";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { connect } from "@fairclick/sql/db/client";

type Leaver = { id: string; token: string };

const [url = "", apiUrl = "", aheadMs = "0", people = "[]"] = process.argv.slice(2);
const db = connect(url, { max: 6, maxTransactions: 6 });
const stripe = createStripe({
  secretKey: "sk_test_standin",
  publishableKey: null,
  webhookSecret: null,
  connectWebhookSecret: null,
  apiUrl,
});
const now = () => new Date(Date.now() + Number(aheadMs));
const system = { ...systemCtx(db, now), queue: { send: async () => {} } };
const ctx = withPayments(system, {
  stripe,
  config: { appUrl: "http://localhost:3000", trustedHosts: [] },
});

async function step(act: () => Promise<unknown>): Promise<void> {
  await act().catch((error) => {
    if (!(error instanceof AppError)) process.stderr.write(`${error}\n`);
  });
  process.stdout.write("acted\n");
}

async function leave({ id, token }: Leaver): Promise<void> {
  const own = { ...ctx, actor: { kind: "user" as const, userId: asId<UserId>(id) } };
  const proof = { token, password: null };
  await step(() => deleteAccount(own, { ...proof, giveUpWalletCents: 0, giveUpEarnings: false }));
  const refunds = await db.sql<{ id: string }[]>`
    select id from refunds where user_id = ${id} and status = 'pending' order by id`;
  await Promise.all(refunds.map((refund) => step(() => sendRefund(ctx, refund.id))));
}

await Promise.all((JSON.parse(people) as Leaver[]).map(leave));
process.stdout.write("done\n");
await new Promise(() => setInterval(() => {}, 60_000));
