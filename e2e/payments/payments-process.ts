/** Moves money at random for as long as it lives: a process for a test to kill. */
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { fulfilDeposit } from "@fairclick/services/deposits/fulfil-deposit";
import { type PaymentsCtx, withPayments } from "@fairclick/services/stripe/payments-ctx";
import { processStripeEvent } from "@fairclick/services/stripe/process-event";
import { createStripe } from "@fairclick/services/stripe/stripe-client";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { cancelWithdrawal } from "@fairclick/services/withdrawals/cancel-withdrawal";
import { requestWithdrawal } from "@fairclick/services/withdrawals/request-withdrawal";
import { sendWithdrawal } from "@fairclick/services/withdrawals/send-withdrawal";
import { connect } from "@fairclick/sql/client";

const [url = "", apiUrl = ""] = process.argv.slice(2);
const db = connect(url, { max: 4, maxTransactions: 4 });
const stripe = createStripe({
  secretKey: "sk_test_standin",
  publishableKey: null,
  webhookSecret: null,
  connectWebhookSecret: null,
  apiUrl,
});
const ctx = withPayments(systemCtx(db), {
  stripe,
  config: { appUrl: "http://localhost:3000" },
});

async function act(): Promise<unknown> {
  switch (Math.floor(Math.random() * 6)) {
    case 0:
      return settleClicks(ctx, {
        watermark: new Date(),
        windowSeconds: 60,
        shard: 0,
        shards: 1,
        batchSize: 3,
      });
    case 1: {
      const [row] = await db.sql<{ session: string }[]>`
        select checkout_session_id as session from deposits
        where status = 'pending' and checkout_session_id is not null order by random() limit 1`;
      return row && fulfilDeposit(ctx, row.session);
    }
    case 2: {
      const [row] = await db.sql<{ id: string }[]>`
        select id from stripe_events where processed_at is null order by random() limit 1`;
      return row && processStripeEvent(ctx, row.id);
    }
    case 3: {
      const [row] = await db.sql<{ id: string; userId: UserId }[]>`
        select id, user_id as "userId" from withdrawals where status = 'pending'
        order by random() limit 1`;
      return row && Math.random() < 0.2 && cancelWithdrawal(as(row.userId), row.id);
    }
    case 4: {
      const [row] = await db.sql<{ id: string }[]>`
        select id from withdrawals where status = 'pending' or payout_id is null
        order by random() limit 1`;
      return row && sendWithdrawal(ctx, row.id);
    }
    default: {
      const [row] = await db.sql<{ id: string }[]>`
        select id from users where stripe_account_verified order by random() limit 1`;
      const amountCents = 1 + Math.floor(Math.random() * 20);
      return row && requestWithdrawal(as(asId(row.id)), { amountCents, earningsHoldHours: 0 });
    }
  }
}

function as(userId: UserId): PaymentsCtx {
  return { ...ctx, actor: { kind: "user", userId } };
}

async function actForever(): Promise<never> {
  for (;;) {
    await act().catch((error) => {
      if (!(error instanceof AppError)) process.stderr.write(`${error}\n`);
    });
  }
}

await db.sql`select`;
process.stdout.write("moving money\n");
await Promise.all([actForever(), actForever(), actForever()]);
