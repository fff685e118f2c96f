import { seededRandom } from "@fairclick/e2e/world/seeded-random";
import { layOutAddresses } from "./addresses";
import { assumed } from "./assumptions";
import { drawAudience, drawInDay, drawInWave } from "./audience";
import { drawRank } from "./browsers";
import { type Outcome, playVisits } from "./play-visits";
import type { Scene } from "./scene";
import type { Link } from "./world";

const VIRAL_HOUR = 16;
const HOUR_MS = 3_600_000;
const SEED = 20_260_301;

export type AudienceOptions = {
  /** Addresses that the carriers' people sit on. */
  carriers: number;
  /** 1 for the whole audience; smaller numbers scale people, links and addresses alike. */
  size: number;
};

export type AudienceOutcomes = { viral: Outcome[]; others: Outcome[] };

/** Plays the viral hour of one link beside the day of the other links. */
export async function playAudience(
  scene: Scene,
  { carriers, size }: AudienceOptions,
): Promise<AudienceOutcomes> {
  const random = seededRandom(SEED + carriers);
  const region = { random, addresses: layOutAddresses(random, Math.ceil(carriers * size), size) };
  const day = await scene.world.nextDay();
  const [viral] = await scene.addLinks(1);
  if (!viral) throw new Error("The viral link is missing");
  const others = await addOtherLinks(scene, size);
  const visits = [
    ...drawAudience(region, {
      people: assumed.viralPeople * size,
      arrive: () => ({ link: viral, at: day + VIRAL_HOUR * HOUR_MS + drawInWave(random) }),
    }),
    ...drawAudience(region, {
      people: assumed.otherPeople * size,
      arrive: () => ({
        link: others[drawRank(random, others.length)] ?? viral,
        at: day + drawInDay(random),
      }),
    }),
  ];
  const outcomes = await playVisits(scene.world, { visits, ipData: scene.ipData });
  const isViral = ({ visit }: Outcome) => visit.link === viral;
  return {
    viral: outcomes.filter(isViral),
    others: outcomes.filter((outcome) => !isViral(outcome)),
  };
}

async function addOtherLinks(scene: Scene, size: number): Promise<Link[]> {
  const links: Link[] = [];
  while (links.length < assumed.otherLinks * size) {
    links.push(...(await scene.addLinks(assumed.creatorsPerCampaign)));
  }
  return links;
}
