import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerOf, messageOf } from "../../api/answer";
import { api } from "../../api/client";
import { notify } from "../../ui/notify";
import { dashboardQuery, joinedQuery } from "./campaign-queries";

export function useJoinCampaign() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => answerOf(api.campaigns.join[":id"].$post({ param: { id } })),
    onSuccess: ({ message, data }) => {
      queryClient.setQueryData(joinedQuery.queryKey, (joined = []) => [
        data,
        ...joined.filter((campaign) => campaign._id !== data._id),
      ]);
      notify.success(message || "Successfully joined campaign!");
    },
    onError: (error) => notify.error(messageOf(error, "Failed to join campaign")),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["campaigns", "joinable"] }),
        queryClient.invalidateQueries({ queryKey: joinedQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
      ]),
  });
}
