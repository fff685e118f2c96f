import { parseFirstClickId } from "@fairclick/core/ids";
import { expect, it } from "vitest";
import { createDeviceCookies, signedDevice } from "./device-cookie";

const device = "6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d";
const secret = new Uint8Array(32).fill(1);
const cookies = createDeviceCookies(secret);
const signed = signedDevice(secret, device);
const cookieValue = (cookie: string) => /=([^;]+)/.exec(cookie)?.[1] ?? "";

it.each([signed, `a=1; ${signed}; b=2`, `x_fc_device=nonsense; ${signed}`, `a=1;${signed}`])(
  "finds the device in %s",
  (header) => {
    expect(cookies.read(header)).toBe(device);
  },
);

it("finds the device with the click whose response set the cookie", () => {
  const value = cookieValue(cookies.issue({ secure: false, clickId: device }));
  const found = cookies.read(`a=1; fc_device=${value}; b=2`);
  expect(found).toBe(value.slice(0, 73));
  expect(parseFirstClickId(`cookie:${found}`)).toBe(device);
  expect(parseFirstClickId(`cookie:${device}`)).toBeNull();
  expect(parseFirstClickId(`like:${found}`)).toBeNull();
});

it.each([
  null,
  "",
  "fc_device=",
  "fc_device=chosen-by-somebody",
  `fc_device=${device}`,
  `fc_device=${device}.`,
  `fc_device=${device}.${"A".repeat(22)}`,
  `fc_device=${device}.${device}`,
  `fc_device=${device}.${device}.${cookieValue(signed).slice(-22)}`,
  `fc_device=${"0".repeat(8)}${cookieValue(signed).slice(8)}`,
  signed.slice(0, -1),
  `${signed}A`,
  `${signed.slice(0, -22)}${"é".repeat(22)}`,
  signed.replace(device, device.toUpperCase()),
  `x${signed}`,
  `fc_device="${cookieValue(signed)}"`,
  `fc_device=${"z".repeat(3_000)}`,
])("finds no device in %s", (header) => {
  expect(cookies.read(header)).toBeNull();
});

it("rejects a cookie signed by another installation", () => {
  const other = new Uint8Array(32).fill(2);
  expect(cookies.read(signedDevice(other, device))).toBeNull();
  expect(createDeviceCookies(other).read(signed)).toBeNull();
});

it("rejects a device's signature with a click added or removed", () => {
  const value = cookieValue(cookies.issue({ secure: false, clickId: device }));
  const [id = "", click = "", signature = ""] = value.split(".");
  expect(cookies.read(`fc_device=${id}.${signature}`)).toBeNull();
  expect(cookies.read(`fc_device=${id}.${click.replace("6f1f", "6f1e")}.${signature}`)).toBeNull();
});

it("issues a new HttpOnly cookie each time, which is read back as the device", () => {
  const cookie = cookies.issue({ secure: false });
  expect(cookies.read(cookie.split(";")[0] ?? "")).not.toBeNull();
  expect(cookie).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  expect(cookies.issue({ secure: true })).toMatch(/; Secure$/);
  expect(cookies.issue({ secure: false })).not.toBe(cookie);
});
