import { expect, it } from "vitest";
import { cookieSetAt, parseFirstClickId } from "../ids";

const device = "6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d";

it("returns the click that set the cookie, and its time", () => {
  const at = Date.UTC(2026, 10, 22, 17, 1, 2, 3);
  const click = Bun.randomUUIDv7("hex", at);
  expect(parseFirstClickId(`cookie:${device}.${click}`)).toBe(click);
  expect(cookieSetAt(`cookie:${device}.${click}`)).toBe(at);
});

it.each([`cookie:${device}`, `cookie:${device}.${device}`, "like:abc", ""])(
  "returns no time for %s",
  (deviceKey) => {
    expect(cookieSetAt(deviceKey)).toBeNull();
  },
);
