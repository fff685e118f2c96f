import { expect, it } from "vitest";
import { learnAddress, type Place } from "./learn-address";

const limits = { learntDevices: 20, learntCreators: 3 };
const ipKey = "81.2.69.7";

/** Devices that click the links of the creators in turn. */
const paidOn = (devices: number, creators: number) =>
  Array.from({ length: devices }, (_, index) => ({
    device: `cookie:${index}`,
    creatorId: `creator${index % creators}`,
  }));
const learn = (devices: number, creators: number, places: Place[] = [], at = ipKey) =>
  learnAddress({ ipKey: at, paid: paidOn(devices, creators), places }, limits);
const at = (userId: string, kind: Place["kind"], key: string): Place => ({ userId, kind, key });

it("learns an address of many devices on the links of several creators", () => {
  expect(learn(20, 3)).toEqual({ ipKey, devices: 20, creators: 3 });
  expect(learn(19, 3)).toBeNull();
  expect(learn(20, 2)).toBeNull();
  expect(learn(20, 3, [], "2a02:810d:1:2::/64")).toMatchObject({ devices: 20 });
});

it("learns no address that is not public", () => {
  expect(learn(20, 3, [], "10.0.0.7")).toBeNull();
});

it("does not count creators who were signed in at the address", () => {
  expect(learn(40, 3, [at("creator0", "ip", ipKey)])).toBeNull();
  expect(learn(40, 4, [at("creator0", "ip", ipKey)])).toMatchObject({ devices: 30, creators: 3 });
});

it("counts creators as one who were signed in at one place, by however many steps", () => {
  const home = at("creator0", "ip", "81.2.69.8");
  expect(learn(20, 3, [home, at("creator1", "ip", "81.2.69.8")])).toBeNull();
  const laptop = "cookie:laptop";
  const steps = [
    home,
    at("creator1", "ip", "81.2.69.8"),
    at("creator1", "device", `${laptop}.1`),
    at("creator2", "device", `${laptop}.2`),
  ];
  expect(learn(20, 4, steps)).toBeNull();
  expect(learn(20, 5, steps)).toMatchObject({ creators: 3 });
  expect(learn(20, 3, [home, at("creator1", "ip", "81.2.69.9")])).toMatchObject({ creators: 3 });
});

it("does not count a creator's own devices", () => {
  expect(learn(20, 3, [at("creator0", "device", "cookie:4.first")])).toBeNull();
  expect(learn(21, 3, [at("creator0", "device", "cookie:4.first")])).toMatchObject({ devices: 20 });
});
