import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { checkAnswer } from "../testing/check-answer";
import { type OpenStandIn, openStandIn } from "../testing/open-stand-in";
import { deposit, readyAccount } from "../testing/situations";
import { generateSchemas, printSchemas, type StripeSchemas } from "./generate";

type Json = Record<string, unknown>;

let schemas: StripeSchemas;

beforeAll(() => {
  schemas = generateSchemas();
});

test("the committed schemas match the installed package", async () => {
  const committed = await readFile(new URL("stripe.gen.json", import.meta.url), "utf8");
  expect(committed).toBe(printSchemas(schemas));
});

test("a shortened definition rejects the properties it omits, and a request schema names them", () => {
  expect(schemas.definitions["Accounts.Account.Capabilities"]).toMatchObject({
    additionalProperties: false,
    properties: { transfers: { enum: ["active", "inactive", "pending"] } },
  });
  expect(schemas.definitions["Transfers.TransferCreateReversalParams"]).toMatchObject({
    additionalProperties: false,
    "x-unmodelled": ["refund_application_fee"],
  });
});

test("an answer is rejected without a required property, with a wrong type or with an unknown property", async () => {
  for (const answer of await someAnswers(await openStandIn())) {
    checkAnswer(answer);
    for (const mutant of createMutants(answer)) {
      expect(() => checkAnswer(mutant.answer), mutant.name).toThrow();
    }
  }
});

async function someAnswers(open: OpenStandIn): Promise<Json[]> {
  const { stripe } = open;
  const { session, intent, charge } = await deposit(open);
  const destination = await readyAccount(open);
  const transfer = await stripe.transfers.create({ amount: 900, currency: "usd", destination });
  const as = { stripeAccount: destination };
  const answers = [
    session,
    intent,
    await stripe.charges.retrieve(charge),
    transfer,
    await stripe.accounts.retrieve(destination),
    await stripe.payouts.create({ amount: 500, currency: "usd" }, as),
    await stripe.refunds.create({ charge, amount: 100 }),
    await stripe.customers.create(),
    (await stripe.balanceTransactions.list()).data[0],
    (await stripe.events.list()).data[0],
  ];
  return answers.map((answer) => JSON.parse(JSON.stringify(answer)));
}

function createMutants(answer: Json): { name: string; answer: Json }[] {
  const name = String(answer.type ?? answer.object);
  const schema = schemas.events[name] ?? schemas.definitions[String(answer.object)];
  const { required, properties } = resolve(schema);
  const without = required.map((key) => {
    const { [key]: _gone, ...rest } = answer;
    return { name: `${answer.object} without ${key}`, answer: rest };
  });
  const retyped = Object.keys(properties)
    .filter((key) => ["string", "number", "boolean"].includes(typeof answer[key]))
    .map((key) => ({
      name: `${answer.object} with another ${key}`,
      answer: { ...answer, [key]: ["not", "a", "scalar"] },
    }));
  return [...without, ...retyped, { name: "a stranger", answer: { ...answer, stranger: 1 } }];
}

function resolve(schema: Json | undefined): { required: string[]; properties: Json } {
  if (typeof schema?.$ref !== "string") {
    return { required: [], properties: {}, ...schema };
  }
  return resolve(schemas.definitions[schema.$ref.replace("#/definitions/", "")]);
}
