import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followEvents } from "../../api/live-events";
import { noticesQuery, unreadQuery } from "../../queries/notices";

const POLL_MS = 60_000;

/** Returns the number of unread notices, 0 until known. Follows the stream of events; polls without one. */
export function useLiveNotices(): number {
  const queryClient = useQueryClient();
  const [polling, setPolling] = useState(false);

  useEffect(() => {
    const { stop } = followEvents({
      onConnected: (connected) => setPolling(!connected),
      on: {
        notices: ({ unread }) => {
          queryClient.setQueryData(unreadQuery.queryKey, unread);
          // At 0, notices were only marked as read, and an open list keeps its marks.
          if (unread > 0) void queryClient.invalidateQueries(noticesQuery);
        },
      },
    });
    return stop;
  }, [queryClient]);

  const { data = 0 } = useQuery({ ...unreadQuery, enabled: polling, refetchInterval: POLL_MS });
  return data;
}
