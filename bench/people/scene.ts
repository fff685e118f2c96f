import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { IpData } from "@fairclick/core/ip/ip-data";
import { knownShared } from "./addresses";
import type { Link, PeopleWorld } from "./world";

/** A world in which all campaigns judge clicks by the same rules. */
export type Scene = {
  rules: ClickRules;
  world: PeopleWorld;
  ipData: IpData;
  /** Adds a campaign and returns its links, one for each of its new creators. */
  addLinks: (creators: number) => Promise<Link[]>;
};

export function openScene(world: PeopleWorld, rules: ClickRules): Scene {
  return {
    rules,
    world,
    ipData: knownShared,
    addLinks: (creators) => world.addLinks(creators, rules),
  };
}
