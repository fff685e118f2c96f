import { register } from "@fairclick/api/testing/people";
import { afterEach, describe, expect, it } from "vitest";
import { expectProvenBooks, openCheckout, readCents } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, owner, standIn } = app;
const nothing = { wallet: 0, earnings: 0, inTransit: 0 };

afterEach(() => expectProvenBooks(app));

const confirm = (token: string, session: string) =>
  call("POST", `/api/stripe/checkout-session/${session}/confirm`, { token });

describe("failures of Stripe", () => {
  it("a lost answer results in one session", async () => {
    const person = await register(app);
    await standIn.control("faults/add", {
      call: "POST /v1/checkout/sessions",
      effect: "done",
      shows: { kind: "reset" },
    });
    const session = await openCheckout(app, person, 5_000);
    const { data } = (await app.deps.stripe?.checkout.sessions.list({ limit: 100 })) ?? {
      data: [],
    };
    expect(data.filter((each) => each.client_reference_id === person.id)).toMatchObject([
      { id: session },
    ]);
  });

  it("an outage answers 503 in our words and changes nothing", async () => {
    const { token } = await register(app);
    await standIn.control("faults/add", {
      call: "POST /v1/checkout/sessions",
      times: 3,
      shows: { kind: "error", status: 503 },
    });
    const json = { amount: 1_000 };
    const answer = await call("POST", "/api/stripe/create-checkout-session", { token, json });
    expect(answer.status).toBe(503);
    expect(answer.json.error).toBe("Failed to start payment process. Please try again.");
  });

  it("a customer that Stripe no longer knows is replaced", async () => {
    const person = await register(app);
    await owner`update users set stripe_customer_id = 'cus_ofOtherKeys' where id = ${person.id}`;
    await openCheckout(app, person, 1_000);
    const [user] = await owner`select stripe_customer_id as id from users where id = ${person.id}`;
    expect(user?.id).toMatch(/^cus_(?!ofOtherKeys)/);
    await openCheckout(app, person, 1_000);
  });
});

describe("other people's sessions", () => {
  it("are unknown to everybody else, and nothing changes", async () => {
    const [person, other] = [await register(app), await register(app)];
    const session = await openCheckout(app, person, 5_000);
    await standIn.control("webhooks/behave", { lose: 1 });
    await standIn.control("checkout/pay", { session });
    for (const id of [session, "cs_test_unknown", "%00", "x".repeat(3_000)]) {
      expect((await confirm(other.token, id)).status).toBe(404);
    }
    expect(await readCents(app, other)).toEqual(nothing);
    expect(await readCents(app, person)).toEqual(nothing);
    expect((await confirm("", session)).status).toBe(401);
    await confirm(person.token, session);
  });
});
