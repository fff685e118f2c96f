import { addressListWatch } from "./address-list-watch";
import { spikeWatch } from "./spike-watch";
import { vitalsWatch } from "./vitals-watch";
import { waitingWatch } from "./waiting-watch";
import type { Watch } from "./watch";

/** Everything that operators are notified about when it begins and when it is over. */
export const watches: readonly Watch[] = [vitalsWatch, waitingWatch, addressListWatch, spikeWatch];
