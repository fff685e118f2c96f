import { expect, it } from "vitest";
import { policy } from "../release-policy";
import { type GivenClick, judgeTestClicks } from "../testing/judge-test-clicks";

const HOUR = 60;

/** A hundred visits, a minute each, of which 60 are refused; then the visits that are looked at. */
function afterwards(refused: (index: number) => Partial<GivenClick>, then: Partial<GivenClick>[]) {
  const before = Array.from({ length: policy.anomalyClicks }, (_, index) => ({
    minute: index * 0.5,
    ...(index % 5 < 3 ? refused(index) : { ipKey: `198.18.${index}.1` }),
  }));
  const own = then.map((click, index) => ({ minute: 50 + index, ...click }));
  return judgeTestClicks([...before, ...own]).slice(before.length);
}

const network = (index: number) => ({
  ipKey: `203.0.113.${index}`,
  found: ["datacenter" as const],
});

it("holds what comes from where many refused visits come from", () => {
  expect(afterwards(network, [{ ipKey: "203.0.113.250" }])).toEqual(["link_anomaly"]);
});

it("lets pass what comes from elsewhere, with another kind of device, or an hour later", () => {
  const others = [
    { ipKey: "203.0.114.250" },
    { ipKey: "2001:db8:1:2::/64" },
    { ipKey: "203.0.113.251", deviceClass: "desktop" },
    { ipKey: "203.0.113.252", minute: 50 + 2 * HOUR },
  ];
  expect(afterwards(network, others)).toEqual(others.map(() => "paid"));
});

it("does not let a rival hold anybody with one address, however its clicks look", () => {
  const oneHost = () => ({ ipKey: "203.0.113.7", found: ["datacenter" as const] });
  expect(afterwards(oneHost, [{ ipKey: "203.0.113.8" }, { ipKey: "198.18.200.1" }])).toEqual([
    "paid",
    "paid",
  ]);
});

it.each(["known_bot", "no_user_agent", "headless", "honeypot"] as const)(
  "does not count %s, from which the creator gains nothing",
  (signal) => {
    const declared = (index: number) => ({ ...network(index), found: [signal] });
    expect(afterwards(declared, [{ ipKey: "203.0.113.250" }])).toEqual(["paid"]);
  },
);

it("does not let a farm hide its refused visits among declared bots", () => {
  const clicks = Array.from({ length: 600 }, (_, index) => ({
    minute: index / 60,
    ...network(index % 100),
    ...(index % 6 > 0 ? { found: ["known_bot" as const] } : {}),
  }));
  const [last] = judgeTestClicks([...clicks, { minute: 11, ipKey: "203.0.113.250" }]).slice(-1);
  expect(last).toBe("link_anomaly");
});

it("neither counts nor holds visits from networks that many people share", () => {
  const carrier = (index: number) => ({
    ipKey: `203.0.113.${index}`,
    found: ["shared_network" as const, "datacenter" as const],
  });
  expect(afterwards(carrier, [{ ipKey: "203.0.113.250" }])).toEqual(["paid"]);
  const person = { ipKey: "203.0.113.250", found: ["shared_network" as const] };
  expect(afterwards(network, [person])).toEqual(["paid"]);
});

it("holds nobody on a carrier for a rival with a phone there", () => {
  const shared = { by: "carrier", fullBrowser: true } as const;
  const rival = (index: number) => ({ ...network(index), found: ["ip_burst" as const], shared });
  expect(afterwards(rival, [{ ipKey: "203.0.113.250", shared }])).toEqual(["paid"]);
  expect(afterwards(network, [{ ipKey: "203.0.113.250", shared }])).toEqual(["paid"]);
});

it("counts no repeats of people who come back", () => {
  const sameDevice = { ...network(1), found: [], deviceKey: "own" };
  expect(
    afterwards(
      (index) => ({ ...sameDevice, ipKey: `203.0.113.${index}`, minute: index * 1.01 }),
      [{ ipKey: "203.0.113.250", minute: 102 }],
    ),
  ).toEqual(["paid"]);
});
