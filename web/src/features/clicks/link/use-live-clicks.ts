import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { linkStatsQuery } from "../../../queries/campaigns";
import { ownClicksQuery } from "../../../queries/clicks";
import { followClicks } from "./follow-clicks";
import { addLiveClicks, type ShownClick, toShownClick } from "./shown-clicks";

const PAUSE_MS = 1_500;

/** Clicks that arrive while the page is open. Lists and sums are refreshed shortly after. */
export function useLiveClicks(campaignId: string) {
  const queryClient = useQueryClient();
  const [clicks, setClicks] = useState<ShownClick[]>([]);
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      void queryClient.invalidateQueries(ownClicksQuery(campaignId));
      void queryClient.invalidateQueries(linkStatsQuery(campaignId));
    };
    const stop = followClicks(campaignId, {
      onConnected: setConnected,
      onClicks: (came) => {
        const shown = came.map((click) => toShownClick(click, Date.now()));
        setClicks((known) => addLiveClicks(known, shown));
        timer ??= setTimeout(refresh, PAUSE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [campaignId, queryClient]);

  return { clicks, connected };
}
