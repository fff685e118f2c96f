import type { CampaignResponse } from "@fairclick/core/campaigns/campaign-schema";
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { dashboardQuery, joinedQuery } from "../../../queries/campaigns";
import { notify } from "../../../ui/notify";

const JOINABLE = ["campaigns", "joinable"];

type Joinable = InfiniteData<{ data: CampaignResponse[]; nextCursor: string | null }>;

/** Joins a campaign. It leaves the joinable list at once, and returns if the server rejects it. */
export function useJoinCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => readAnswer(api.campaigns.join[":id"].$post({ param: { id } })),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: JOINABLE });
      const before = queryClient.getQueriesData<Joinable>({ queryKey: JOINABLE });
      queryClient.setQueriesData<Joinable>({ queryKey: JOINABLE }, (joinable) =>
        joinable ? without(joinable, id) : joinable,
      );
      return { before };
    },
    onSuccess: ({ message, data }) => {
      queryClient.setQueryData(joinedQuery.queryKey, (joined = []) => [
        data,
        ...joined.filter((campaign) => campaign._id !== data._id),
      ]);
      notify.success(message || "Successfully joined campaign!");
    },
    onError: (error, _id, undo) => {
      for (const [queryKey, joinable] of undo?.before ?? []) {
        queryClient.setQueryData(queryKey, joinable);
      }
      notify.error(errorMessage(error, "Failed to join campaign"));
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: JOINABLE }),
        queryClient.invalidateQueries({ queryKey: joinedQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
      ]),
  });
}

function without({ pages, ...rest }: Joinable, id: string): Joinable {
  const left = (campaigns: CampaignResponse[]) => campaigns.filter(({ _id }) => _id !== id);
  return { ...rest, pages: pages.map((page) => ({ ...page, data: left(page.data) })) };
}
