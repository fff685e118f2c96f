import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { readAnswer } from "../../api/answer";
import { api } from "../../api/client";
import { noticesQuery, unreadQuery } from "../../queries/notices";

/** Loads the notices and, once they are shown, marks them as read. */
export function useNotices() {
  const list = useInfiniteQuery({ ...noticesQuery, refetchOnMount: "always" });
  const notices = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { mutate } = useMarkRead();
  const newestUnread = list.isFetchedAfterMount
    ? notices.find(({ read }) => !read)?._id
    : undefined;
  useEffect(() => {
    if (newestUnread !== undefined) mutate(newestUnread);
  }, [newestUnread, mutate]);
  return { ...list, notices };
}

/** The list keeps its marks until it is loaded again: they show what is new. */
function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => readAnswer(api.notices.read.$post({ json: { upTo } })),
    onSuccess: () => queryClient.setQueryData(unreadQuery.queryKey, 0),
  });
}
