import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { linkFigures } from "../../../queries/clicks";
import { followClicks } from "./follow-clicks";
import { addLiveClicks, type ShownClick, toShownClick } from "./shown-clicks";

const PAUSE_MS = 1_500;
/** A busy link refreshes its figures at most this often (ms). */
const REFRESH_MS = 5_000;

/**
 * Clicks that arrive while the page is open. Every figure of the page is refreshed shortly after, so
 * that lists, sums and charts agree.
 */
export function useLiveClicks(campaignId: string) {
  const queryClient = useQueryClient();
  const [clicks, setClicks] = useState<ShownClick[]>([]);
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let refreshedAt = 0;
    const refresh = () => {
      timer = undefined;
      refreshedAt = Date.now();
      for (const queryKey of linkFigures(campaignId)) {
        void queryClient.invalidateQueries({ queryKey });
      }
    };
    const stop = followClicks(campaignId, {
      onConnected: setConnected,
      onClicks: (came) => {
        const shown = came.map((click) => toShownClick(click, Date.now()));
        setClicks((known) => addLiveClicks(known, shown));
        timer ??= setTimeout(refresh, Math.max(PAUSE_MS, refreshedAt + REFRESH_MS - Date.now()));
      },
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [campaignId, queryClient]);

  return { clicks, connected };
}
