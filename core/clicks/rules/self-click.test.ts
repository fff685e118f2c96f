import { expect, it } from "vitest";
import type { SignedIn } from "../rule";
import { anonymousContext, newClick } from "../testing/new-click";
import { selfClick } from "./self-click";

const device = "6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d";
const find = (signedIn: SignedIn[], { onSharedNetwork = false, cookie = true } = {}) =>
  selfClick.find(newClick({ device: cookie ? device : null }), {
    ...anonymousContext,
    signedIn,
    onSharedNetwork,
  });

it("finds the click of the creator, by the device before the address", () => {
  const byDevice = { who: "creator", by: "device" } as const;
  const byAddress = { who: "creator", by: "address" } as const;
  expect(find([byAddress, byDevice])).toEqual(byDevice);
  expect(find([byAddress])).toEqual(byAddress);
  expect(find([byDevice], { cookie: false })).toEqual(byDevice);
});

it("goes by the creator's device alone at an address that many share", () => {
  const byDevice = { who: "creator", by: "device" } as const;
  const byAddress = { who: "creator", by: "address" } as const;
  expect(find([byAddress], { onSharedNetwork: true })).toBeNull();
  expect(find([byAddress, byDevice], { onSharedNetwork: true })).toEqual(byDevice);
});

it("finds the developer's own device, also at an address that the creator shares", () => {
  const developer = { who: "developer", by: "device" } as const;
  expect(find([developer])).toEqual(developer);
  const both = [{ who: "creator", by: "address" } as const, developer];
  expect(find(both, { onSharedNetwork: true })).toEqual(developer);
});

it("does not let a developer make clicks free by signing in where visitors are", () => {
  expect(find([{ who: "developer", by: "address" }])).toBeNull();
  expect(find([{ who: "developer", by: "device" }], { cookie: false })).toBeNull();
});

it("lets everybody else pass", () => {
  expect(find([])).toBeNull();
});
