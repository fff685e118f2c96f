import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { createClient } from "./client";

const ORIGIN = "http://api.test";

/** Returns the request for a campaign's id, and the id that a router reads in it. */
async function showCampaign(id: string) {
  const sent: string[] = [];
  const server = new Hono().get("/api/campaigns/:id", (c) => c.json(c.req.param("id")));
  const client = createClient(ORIGIN, {
    fetch: (...[input, init]: Parameters<typeof fetch>) => {
      sent.push(String(input));
      return server.request(String(input), init);
    },
  });
  const read = async () => await (await client.api.campaigns[":id"].$get({ param: { id } })).json();
  return { read, sent };
}

describe("a parameter of a path", () => {
  it.each([
    ["a/b", "a%2Fb"],
    ["../users", "..%2Fusers"],
    ["a?dryRun=true#b", "a%3FdryRun%3Dtrue%23b"],
    ["50%2F", "50%252F"],
    [":code", "%3Acode"],
    ["Ann “the fox” \\", "Ann%20%E2%80%9Cthe%20fox%E2%80%9D%20%5C"],
    ["k3Xw9Rab", "k3Xw9Rab"],
  ])("%j is sent encoded and arrives as it is", async (code, encoded) => {
    const { read, sent } = await showCampaign(code);
    expect(await read()).toBe(code);
    expect(sent).toEqual([`${ORIGIN}/api/campaigns/${encoded}`]);
  });

  it.each(["", ".", ".."])("%j is refused: it would be another route", async (code) => {
    const { read, sent } = await showCampaign(code);
    await expect(read()).rejects.toMatchObject({ code: "validation" });
    expect(sent).toEqual([]);
  });

  it("is encoded in addresses of pages too", () => {
    const { api } = createClient(ORIGIN);
    const url = api.campaigns[":id"].$url({ param: { id: "a/b" } });
    expect(url.href).toBe(`${ORIGIN}/api/campaigns/a%2Fb`);
  });
});

it("has the routes' paths, input and answers in its types", () => {
  const { campaigns } = createClient(ORIGIN).api;
  const param = { id: "" };
  // @ts-expect-error: there is no such path
  const unknownPath = () => campaigns.nothing;
  // @ts-expect-error: the id is missing
  const missingId = () => campaigns[":id"].$get();
  // @ts-expect-error: the price is missing
  const missingBody = () => campaigns[":id"].price.$post({ param, json: {} });
  const answer = async () => (await campaigns[":id"].$get({ param })).json();
  // @ts-expect-error: a campaign has no such field
  const unknownField = async () => (await answer()).data.nothing;
  for (const wrong of [unknownPath, missingId, missingBody, unknownField]) {
    expect(wrong).toBeTypeOf("function");
  }
});
