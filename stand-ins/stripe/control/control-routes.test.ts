import { expect, test } from "vitest";
import { type OpenStandIn, openStandIn } from "../testing/open-stand-in";
import { openSession } from "../testing/situations";

async function post({ standIn }: OpenStandIn, action: string, body?: unknown, type?: string) {
  const response = await fetch(`${standIn.url}/_test/${action}`, {
    method: "POST",
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { "content-type": type ?? "application/json" },
  });
  const answer: Record<string, unknown> = Object(await response.json());
  return { status: response.status, body: answer };
}

test("every action is available over HTTP as JSON", async () => {
  const open = await openStandIn();
  const { id } = await openSession(open.stripe);
  expect(await post(open, "checkout/pay", { session: id })).toEqual({
    status: 200,
    body: { ok: true },
  });
  expect((await post(open, "requests/list")).body.requests).toHaveLength(1);
  const listed = await fetch(`${open.standIn.url}/_test`);
  expect(await listed.json()).toMatchObject({ actions: expect.arrayContaining(["reset"]) });
});

test.each([
  ["no/such", {}, 404],
  ["clock/advance", { seconds: -1 }, 400],
  ["clock/advance", {}, 400],
  ["faults/add", { call: "POST /v1/nothing", shows: { kind: "hang" } }, 400],
  ["checkout/pay", { session: "cs_none" }, 400],
  ["checkout/pay", { session: "cs_none", card: "constructor" }, 400],
  ["disputes/open", { charge: "ch_none" }, 400],
])("%s with %j answers %i", async (action, body, status) => {
  const answer = await post(await openStandIn(), action, body);
  expect(answer.status).toBe(status);
  expect(answer.body).toHaveProperty("error");
});

test("a form, which a page of another site could post, is rejected", async () => {
  const open = await openStandIn();
  expect(await post(open, "reset", {}, "text/plain")).toMatchObject({ status: 415 });
});

test("reset empties everything and keeps the endpoint", async () => {
  const open = await openStandIn();
  await openSession(open.stripe);
  await post(open, "reset");
  expect((await open.stripe.checkout.sessions.list()).data).toEqual([]);
  expect((await post(open, "requests/list")).body.requests).toHaveLength(1);
});
