import { liveNoticesSchema } from "@fairclick/core/notices/notice-schema";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../api/client";
import { followStream } from "../../api/follow-stream";
import { noticesQuery, unreadQuery } from "../../queries/notices";

const POLL_MS = 60_000;

/**
 * Returns the number of unread notices, 0 until it is known. It is live while the page is visible:
 * hidden pages would use up the browser's connections. Polls while there is no stream.
 */
export function useLiveNotices(): number {
  const queryClient = useQueryClient();
  const [polling, setPolling] = useState(false);

  useEffect(
    () =>
      whileVisible(() =>
        followStream(api.notices.live.$url(), {
          event: "notices",
          onConnected: (connected) => setPolling(!connected),
          onEvent: (data) => {
            const { unread } = liveNoticesSchema.parse(data);
            queryClient.setQueryData(unreadQuery.queryKey, unread);
            // Without an unread notice only marks have changed, and a list that is open keeps its marks.
            if (unread > 0) void queryClient.invalidateQueries(noticesQuery);
          },
        }),
      ),
    [queryClient],
  );

  const { data = 0 } = useQuery({ ...unreadQuery, enabled: polling, refetchInterval: POLL_MS });
  return data;
}

/** Runs `start` when the page becomes visible, and what it returns when the page is hidden. */
function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | null = null;
  const check = () => {
    if (document.visibilityState === "visible") stop ??= start();
    else {
      stop?.();
      stop = null;
    }
  };
  check();
  document.addEventListener("visibilitychange", check);
  return () => {
    document.removeEventListener("visibilitychange", check);
    stop?.();
  };
}
