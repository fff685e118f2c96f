import { firstClickOf } from "@fairclick/core/clicks/first-click";
import { expect, it } from "vitest";
import { newDeviceCookie, readDevice } from "./device-cookie";

const device = "6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d";

it.each([
  `fc_device=${device}`,
  `a=1; fc_device=${device}; b=2`,
  `x_fc_device=nonsense; fc_device=${device}`,
  `a=1;fc_device=${device.toUpperCase()}`,
])("finds the device in %s", (header) => {
  expect(readDevice(header)).toBe(device);
});

it("finds the device with the click that it has its cookie from", () => {
  const cookie = newDeviceCookie({ secure: false, clickId: device });
  const [, value = ""] = /=([^;]+)/.exec(cookie) ?? [];
  expect(readDevice(`a=1; fc_device=${value}; b=2`)).toBe(value);
  expect(firstClickOf(`cookie:${value}`)).toBe(device);
  expect(firstClickOf(`cookie:${device}`)).toBeNull();
  expect(firstClickOf(`like:${value}`)).toBeNull();
});

it.each([
  null,
  "",
  "fc_device=",
  "fc_device=chosen-by-somebody",
  `fc_device=${device}0`,
  `xfc_device=${device}`,
  `fc_device="${device}"`,
  `fc_device=${device}.`,
  `fc_device=${device}.chosen-by-somebody`,
  `fc_device=${device}.${device}.${device}`,
  `fc_device=${device}-${device}`,
])("takes %s for no device", (header) => {
  expect(readDevice(header)).toBeNull();
});

it("hands out a cookie that comes back as the device, that scripts cannot read, and a new one each time", () => {
  const cookie = newDeviceCookie({ secure: false });
  expect(readDevice(cookie.split(";")[0] ?? "")).not.toBeNull();
  expect(cookie).toMatch(/; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/);
  expect(newDeviceCookie({ secure: true })).toMatch(/; Secure$/);
  expect(newDeviceCookie({ secure: false })).not.toBe(cookie);
});
