/**
 * What the simulated audience is like. Nobody has measured these numbers; every figure that the
 * benchmark prints rests on them.
 */
export const assumed = {
  /** People who follow the viral link, within an hour. */
  viralPeople: 14_530,
  /** People who follow the other links, within the day. Their popularity follows Zipf's law. */
  otherPeople: 29_000,
  otherLinks: 300,
  creatorsPerCampaign: 5,
  /** Where people are, as shares. */
  places: { carrier: 0.35, school: 0.08, home: 0.3, ipv6: 0.2, office: 0.04, relay: 0.03 },
  /** People behind one of a carrier's addresses, evenly by their logarithm. */
  carrierPeople: { least: 50, most: 2_000 },
  /** Chance that a phone on a carrier's network has another of its addresses when its owner comes back. */
  carrierMoves: 0.5,
  schools: 400,
  pupilsPerClass: 4,
  /** Mean time until the next pupil of a class follows the link. */
  pupilGapSeconds: 45,
  chromebooks: 0.5,
  homes: 40_000,
  offices: 400,
  relays: 2_000,
  /** First visits in the browser of an app; the rest is in the system's browser. */
  inApp: 0.8,
  appsWithoutCookies: 0.3,
  opensAgain: 0.12,
  comesBack: 0.15,
  impatient: 0.02,
  /** Further taps of an impatient person, up to four seconds apart. */
  impatientTaps: 4,
  /** Requests of declared bots and link previews, per person. */
  programs: 0.05,
  /** First visits that arrive in the game, where it reports. */
  joins: 0.15,
  /** The same by audience, in the judgement of honest months. */
  joinsOfAudiences: { local: 0.25, "English-speaking": 0.2, "world-wide": 0.15 },
  /** Standard deviations of the logarithm of this share: between honest creators, and between their days. */
  joinsDiffer: { creators: 0.45, days: 0.2 },
} as const;

export type Place = keyof typeof assumed.places;

function describeJoins(): string {
  const { creators, days } = assumed.joinsDiffer;
  const shares = Object.entries(assumed.joinsOfAudiences).map(
    ([kind, share]) => `${kind} ${share}`,
  );
  return `${shares.join(", ")}, times e^(${creators} z) by creator and e^(${days} z) by day`;
}

export function printAssumptions(): void {
  const percent = (share: number) => `${Math.round(share * 1_000) / 10} %`;
  const places = Object.entries(assumed.places).map(([name, share]) => `${name} ${percent(share)}`);
  const { least, most } = assumed.carrierPeople;
  console.log(
    [
      "Assumed, not measured:",
      `- ${assumed.viralPeople} people follow one link within an hour, most of them in its middle; ${assumed.otherPeople} follow ${assumed.otherLinks} other links within the day (Zipf).`,
      `- Places: ${places.join(", ")}.`,
      `- A carrier's address serves ${least} to ${most} people, evenly by logarithm; a phone that comes back has another one in ${percent(assumed.carrierMoves)} of cases.`,
      `- ${assumed.schools} schools with an address each; classes of ${assumed.pupilsPerClass}, one pupil ${assumed.pupilGapSeconds} s after the other on average, ${percent(assumed.chromebooks)} on equal Chromebooks. ${assumed.offices} offices, ${assumed.homes} homes, ${assumed.relays} relays' addresses.`,
      `- ${percent(assumed.joins)} of first visits arrive in the game; in the judgement of months ${describeJoins()}.`,
      `- ${percent(assumed.inApp)} of first visits are in an app, ${percent(assumed.appsWithoutCookies)} of these keep no cookie. ${percent(assumed.opensAgain)} open the link again in the system's browser, ${percent(assumed.comesBack)} come back, ${percent(assumed.impatient)} tap up to ${assumed.impatientTaps} times more.`,
      `- Bots that say so and link previews add ${percent(assumed.programs)}.`,
      "",
    ].join("\n"),
  );
}
