import { useEffect, useState } from "react";
import { followEvents } from "../../../api/live-events";
import { addLiveClicks, type ShownClick, toShownClick } from "./shown-clicks";

/**
 * Returns clicks that arrive while the page is open. The page's other figures follow shortly after, by the
 * same stream (`queries/follow-queries.ts`).
 */
export function useLiveClicks(campaignId: string) {
  const [clicks, setClicks] = useState<ShownClick[]>([]);
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    const { stop } = followEvents({
      link: campaignId,
      onConnected: setConnected,
      on: {
        clicks: (came) => {
          const shown = came.map((click) => toShownClick(click, Date.now()));
          setClicks((known) => addLiveClicks(known, shown));
        },
      },
    });
    return stop;
  }, [campaignId]);

  return { clicks, connected };
}
