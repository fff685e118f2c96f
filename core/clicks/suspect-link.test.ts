import { describe, expect, it } from "vitest";
import { asBooks } from "../ip/as-books";
import { describeSuspicion, type SuspectFacts, suspectLink } from "./suspects";

const elsewhere = { fresh: 0.8, returning: 0.1 };

/** An ordinary link: its visitors are spread, and as many play as elsewhere. */
function facts(given: Partial<SuspectFacts> = {}): SuspectFacts {
  return {
    examined: 300,
    net24: { value: "81.2.69.0/24", clicks: 6, elsewhere: 0.01 },
    net48: { value: "2001:db8:1::/48", clicks: 5, elsewhere: 0.01 },
    asn: { value: "65001", clicks: 90, elsewhere: 0.2 },
    deviceClass: { value: "phone", clicks: 240, elsewhere: 0.75 },
    agent: { value: "Safari", clicks: 60, elsewhere: 0.15 },
    traced: 50,
    fresh: 42,
    returning: 30,
    busiestHour: 40,
    homes: 0,
    payer: false,
    own: { clicks: 300, joined: 88 },
    others: { clicks: 3_000, joined: 900 },
    ...given,
  };
}

const oddity = (given: Partial<SuspectFacts>) => suspectLink(facts(given), elsewhere).oddity;

describe("suspectLink", () => {
  it("finds nothing odd in an ordinary link", () => {
    expect(suspectLink(facts(), elsewhere)).toMatchObject({ oddity: 0, odd: [] });
  });

  it.each<[string, Partial<SuspectFacts>, string]>([
    ["a /24", { net24: { value: "185.77.216.0/24", clicks: 120, elsewhere: 0 } }, "net24"],
    ["a /48", { net48: { value: "2a0e:97c0:5::/48", clicks: 120, elsewhere: 0 } }, "net48"],
    ["an AS", { asn: { value: "64496", clicks: 300, elsewhere: 0 } }, "asn"],
    [
      "a device class",
      { deviceClass: { value: "tv", clicks: 290, elsewhere: 0.02 } },
      "deviceClass",
    ],
    ["a user agent", { agent: { value: "Old", clicks: 200, elsewhere: 0 } }, "agent"],
    ["new addresses only", { traced: 50, fresh: 50 }, "fresh"],
    ["devices that return", { returning: 200 }, "returning"],
    ["missing players", { own: { clicks: 300, joined: 2 } }, "joins"],
    ["somebody's home", { homes: 60 }, "homes"],
    ["a developer who is the creator", { payer: true }, "payer"],
  ])("finds %s", (_, given, figure) => {
    const rarely = { ...elsewhere, fresh: 0.3 };
    expect(suspectLink(facts(given), rarely).odd[0]).toBe(figure);
  });

  it("ranks a viral hour and a carrier's customers below every network, home and missing player", () => {
    const carrier = String(asBooks.carrier[0]);
    const honest = Math.max(
      oddity({ busiestHour: 300 }),
      oddity({ asn: { value: carrier, clicks: 280, elsewhere: 0.05 } }),
    );
    expect(honest).toBeLessThan(0.06);
    expect(oddity({ net48: { value: "n", clicks: 120, elsewhere: 0 } })).toBeGreaterThan(0.3);
    expect(oddity({ homes: 80 })).toBeGreaterThan(0.2);
    expect(oddity({ own: { clicks: 300, joined: 0 } })).toBeGreaterThan(0.6);
  });

  it("is not surprised by what the other links have as well", () => {
    expect(oddity({ net24: { value: "n", clicks: 120, elsewhere: 0.4 } })).toBe(0);
  });

  it("calls nothing odd by chance: few clicks, and few expected players", () => {
    expect(oddity({ examined: 10, net24: { value: "n", clicks: 10, elsewhere: 0 } })).toBe(0);
    expect(oddity({ own: { clicks: 20, joined: 0 } })).toBe(0);
    expect(suspectLink(facts({ own: { clicks: 20, joined: 0 } }), elsewhere).percents.joins).toBe(
      null,
    );
  });

  it("stays between 0 and 1, and describes what is odd, oddest first", () => {
    const everything = facts({
      net24: { value: "185.77.216.0/24", clicks: 300, elsewhere: 0 },
      homes: 300,
      own: { clicks: 300, joined: 0 },
    });
    const found = suspectLink(everything, elsewhere);
    expect(found.oddity).toBe(1);
    expect(describeSuspicion(suspectLink(facts({ payer: true }), elsewhere), facts())).toEqual([
      "the developer has the creator's bank account or card",
    ]);
    expect(describeSuspicion(found, everything)).toEqual([
      "100% from 185.77.216.0/24",
      "100% from where somebody else was signed in",
      "0% of the players that other links of the campaign bring",
    ]);
  });
});
