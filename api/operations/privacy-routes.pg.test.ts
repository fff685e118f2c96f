import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const controller = { name: "Fairclick Ltd", address: "1 Main Street", contact: "dpo@example.com" };
const { call } = await createTestApp({ config: { controller } });

it("names the controller and the periods", async () => {
  const { status, json } = await call("GET", "/api/privacy");
  expect(status).toBe(200);
  expect(json.data.controller).toEqual(controller);
  expect(json.data.retention).toEqual(
    expect.arrayContaining([
      { what: expect.stringMatching(/^IP address/), kept: "90 days" },
      { what: expect.stringMatching(/^A report of a link/), kept: "90 days" },
      { what: expect.stringMatching(/^The click itself/), kept: "400 days" },
      { what: "Notices, and messages of the contact form", kept: "180 days" },
    ]),
  );
});
