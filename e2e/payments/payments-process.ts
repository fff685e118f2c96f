/**
 * Moves money at random until it is killed, and prints a line after each act. Started and killed by
 * a test.
 */
import { AppError } from "@fairclick/core/errors";
import { asId, type OperatorId } from "@fairclick/core/ids";
import { operatorScopes } from "@fairclick/core/operations/operators";
import { createStripe, withPayments } from "@fairclick/services/money/stripe";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { connect } from "@fairclick/sql/db/client";
import fc from "fast-check";
import { type MoneyWorld, moneyAct, perform } from "./money-acts";

const ACTORS = 3;
const ACTS = 2_000;

const [url = "", apiUrl = "", operatorId = "", seed = "0", aheadMs = "0"] = process.argv.slice(2);
const db = connect(url, { max: 4, maxTransactions: 4 });
const stripe = createStripe({
  secretKey: "sk_test_standin",
  publishableKey: null,
  webhookSecret: null,
  connectWebhookSecret: null,
  apiUrl,
});
const now = () => new Date(Date.now() + Number(aheadMs));
const system = { ...systemCtx(db, now), queue: { send: async () => {} } };
const world: MoneyWorld = {
  operator: {
    ...system,
    actor: {
      kind: "operator",
      operatorId: asId<OperatorId>(operatorId),
      scopes: Object.keys(operatorScopes),
      ...{ name: "Ann", callId: crypto.randomUUID() },
    },
  },
  ctx: withPayments(system, {
    stripe,
    config: { appUrl: "http://localhost:3000", trustedHosts: ["game.example"] },
  }),
  control: async (action, input) => {
    const answer = await fetch(`${apiUrl}/_test/${action}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
    return answer.json();
  },
};

async function act(actor: number): Promise<void> {
  for (const act of fc.sample(moneyAct, { seed: Number(seed) * ACTORS + actor, numRuns: ACTS })) {
    await perform(world, act).catch((error) => {
      if (!(error instanceof AppError)) process.stderr.write(`${act.do}: ${error}\n`);
    });
    process.stdout.write("acted\n");
  }
}

await db.sql`select`;
process.stdout.write("moving money\n");
await Promise.all(Array.from({ length: ACTORS }, (_, actor) => act(actor)));
