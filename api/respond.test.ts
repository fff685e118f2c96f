import { dollarsSchema } from "@fairclick/core/amount-schema";
import { countSchema, itemResponse, microsSchema, timeSchema } from "@fairclick/core/schemas";
import { expect, it } from "vitest";
import { z } from "zod";
import { ok } from "./respond";
import { jsonResponse, Router } from "./router";

const item = z.object({
  _id: z.string(),
  at: timeSchema,
  until: timeSchema.nullable(),
  micros: microsSchema,
  price: dollarsSchema,
  clicks: z.object({ valid: countSchema }),
});

const row = {
  _id: "1",
  at: new Date("2026-11-27T12:00:00Z"),
  until: null,
  micros: 12_345_678_901_234_567_890n,
  price: 1_500n,
  clicks: { valid: 3n, secretOfTheClicks: "hidden" },
  passwordHash: "hidden",
};

const { app } = new Router().get("/", {
  access: "public",
  limit: "unlimited",
  summary: "Get a row",
  responses: { 200: jsonResponse(itemResponse(item), "The row") },
  handle: async (c) => ok(c, { message: "Row", data: row, internal: "hidden" }),
});

it("sends times and amounts as JSON, and no column that the schema does not name", async () => {
  const answer = await app.request("/");
  expect(await answer.json()).toEqual({
    status: "success",
    message: "Row",
    data: {
      _id: "1",
      at: "2026-11-27T12:00:00.000Z",
      until: null,
      micros: "12345678901234567890",
      price: 0.0015,
      clicks: { valid: 3 },
    },
  });
});
