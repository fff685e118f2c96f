import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { windowSince } from "../../../queries/series-window";
import { notify } from "../../../ui/notify";
import { saveFile } from "../../../ui/save-file";
import { daysCsv } from "./days-csv";

const LONGEST_DAYS = 399;

/** Downloads all days of a campaign that the server keeps. */
export function useDownloadDays({ _id: id, startDate }: CampaignResponse) {
  return useMutation({
    mutationFn: async () => {
      const now = new Date();
      const kept = now.getTime() - LONGEST_DAYS * 86_400_000;
      const from = new Date(Math.min(now.getTime() - 1, Math.max(kept, Date.parse(startDate))));
      const query = windowSince(from, "day", now);
      const answer = await readAnswer(
        api.campaigns[":id"].stats.series.$get({ param: { id }, query }),
      );
      const csv = daysCsv(answer.data.points);
      saveFile(`fairclick-days-${id}.csv`, new Blob([csv], { type: "text/csv" }));
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to download the days.`)),
  });
}
