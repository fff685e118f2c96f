import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { viewersTimeZone } from "../../../ui/format/time-zone";
import { notify } from "../../../ui/notify";
import { saveFile } from "../../../ui/save-file";

/** Downloads all days and campaigns as CSV. */
export function useDownloadEarnings() {
  return useMutation({
    mutationFn: async () => {
      const request = api.wallet["earnings.csv"].$get({ query: { timeZone: viewersTimeZone() } });
      const response = await request.catch(() => null);
      if (response?.ok) saveFile("fairclick-earnings.csv", await response.blob());
      else await readAnswer(request);
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to download earnings.`)),
  });
}
