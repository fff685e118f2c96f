import { afterAll } from "vitest";
import { describeChanges } from "./change-tests";
import { describeConnections } from "./connection-tests";
import { describeDestinations } from "./destination-tests";
import { describeOutages } from "./outage-tests";
import { describeRecords } from "./record-tests";
import { createRedirectWorld, type Stores } from "./redirect-world";

/** Tests a click from the visitor to its row, on real stores. */
export function describeRedirect(title: string, stores: Stores): void {
  const world = createRedirectWorld(stores);
  afterAll(world.close);
  world.startRecorder();
  describeDestinations(title, world);
  describeRecords(title, world);
  describeConnections(title, world);
  describeChanges(title, world);
  describeOutages(title, world);
}
