import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const controller = { name: "Fairclick Ltd", address: "1 Main Street", contact: "dpo@example.com" };
const { call } = await createTestApp({
  config: { controller, clickPiiDays: 33, clickRetentionDays: 444 },
});

it("names the controller and the periods of this server's settings", async () => {
  const { status, json } = await call("GET", "/api/privacy");
  expect(status).toBe(200);
  expect(json.data.controller).toEqual(controller);
  expect(json.data.retention).toEqual(
    expect.arrayContaining([
      { what: expect.stringMatching(/^IP address/), kept: "33 days" },
      { what: expect.stringMatching(/^A report of a link/), kept: "33 days" },
      { what: expect.stringMatching(/^The click itself/), kept: "444 days" },
      { what: "Notices", kept: "180 days" },
    ]),
  );
});
