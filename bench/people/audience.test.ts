import { seededRandom } from "@fairclick/e2e/world/seeded-random";
import { describe, expect, it } from "vitest";
import { layOutAddresses } from "./addresses";
import { assumed } from "./assumptions";
import { drawAudience } from "./audience";
import { drawRank } from "./browsers";

const PEOPLE = 4_000;
const link = { campaignId: "campaign", creatorId: "creator", developerId: "developer" };

function draw(seed: number, carriers = 300) {
  const random = seededRandom(seed);
  const addresses = layOutAddresses(random, carriers, 1);
  const arrive = () => ({ link, at: random.between(0, 3_600_000) });
  return drawAudience({ random, addresses }, { people: PEOPLE, arrive });
}

describe("drawAudience", () => {
  it("draws the same audience from the same seed", () => {
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it("keeps to the assumed shares of places, later visits and programs", () => {
    const visits = draw(3);
    const first = visits.filter(({ isFirst }) => isFirst);
    expect(Math.abs(first.length - PEOPLE)).toBeLessThan(assumed.pupilsPerClass);
    for (const [place, share] of Object.entries(assumed.places)) {
      const drawn = first.filter(({ kind }) => kind === place).length / first.length;
      expect(Math.abs(drawn - share)).toBeLessThan(0.025);
    }
    const programs = visits.filter(({ kind }) => kind === "program").length;
    expect(programs).toBe(PEOPLE * assumed.programs);
    const later = (visits.length - first.length - programs) / PEOPLE;
    expect(later).toBeGreaterThan(assumed.comesBack + assumed.opensAgain * 0.8);
    expect(later).toBeLessThan(assumed.comesBack + assumed.opensAgain + 4 * assumed.impatient);
  });

  it("puts the carriers' people on as many addresses as it is told, some on many more than others", () => {
    const onCarriers = draw(4, 20).filter(({ kind, isFirst }) => kind === "carrier" && isFirst);
    const sizes = [...Map.groupBy(onCarriers, ({ ip }) => ip).values()].map(
      (group) => group.length,
    );
    expect(sizes.length).toBeLessThanOrEqual(20);
    expect(Math.max(...sizes)).toBeGreaterThan(5 * Math.min(...sizes));
  });

  it("sends pupils in classes from one address", () => {
    const pupils = draw(5).filter(({ kind, isFirst }) => kind === "school" && isFirst);
    const perSchool = [...Map.groupBy(pupils, ({ ip }) => ip).values()];
    expect(perSchool.every((group) => group.length % assumed.pupilsPerClass === 0)).toBe(true);
  });
});

it("draws low ranks more often than high ones, and never too high a one", () => {
  const random = seededRandom(6);
  const ranks = Array.from({ length: 5_000 }, () => drawRank(random, 10));
  expect(Math.min(...ranks)).toBe(0);
  expect(Math.max(...ranks)).toBe(9);
  const count = (rank: number) => ranks.filter((each) => each === rank).length;
  expect(count(0)).toBeGreaterThan(3 * count(9));
});
