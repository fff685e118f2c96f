import { useMutation } from "@tanstack/react-query";
import { answerOf, messageOf } from "../../api/answer";
import { api } from "../../api/client";
import { notify } from "../../ui/notify";

const FILE_NAME = "fairclick-transactions.csv";

export function useDownloadHistory() {
  return useMutation({
    mutationFn: downloadHistory,
    onError: (error) => notify.error(messageOf(error, "Failed to download transactions.")),
  });
}

/** Saves the whole history as a file. A plain link could not say who asks. */
async function downloadHistory(): Promise<void> {
  const request = api.wallet["transactions.csv"].$get();
  const response = await request.catch(() => null);
  if (!response?.ok) {
    await answerOf(request);
    return;
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}
