import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { notify } from "../../../ui/notify";
import { saveFile } from "../../../ui/save-file";

const FILE_NAME = "fairclick-transactions.csv";

export function useDownloadHistory() {
  return useMutation({
    mutationFn: downloadHistory,
    onError: (error) => notify.error(errorMessage(error, t`Failed to download transactions.`)),
  });
}

/** Downloads the history as CSV. A plain link could not send the token. */
async function downloadHistory(): Promise<void> {
  const request = api.wallet["transactions.csv"].$get();
  const response = await request.catch(() => null);
  if (!response?.ok) {
    await readAnswer(request);
    return;
  }
  saveFile(FILE_NAME, await response.blob());
}
