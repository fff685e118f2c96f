import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { errorMessage, readAnswer } from "../api/answer";
import { saveFile } from "./format";
import { notify } from "./notify";

type ChangeOptions<Input, Answer> = {
  /** Shown in a toast if the server sends no message. Left out by a form that shows the error itself. */
  failure?: string;
  /** Keys of the queries that are loaded again afterwards, after a failure too. */
  refresh?: readonly QueryKey[];
  onSuccess?: (answer: Answer, input: Input) => unknown;
};

/** Changes something at the server. A toast shows the message of its answer. */
export function useApiChange<
  Input = void,
  Answer extends { message: string } = { message: string },
>(
  send: (input: Input) => Promise<Answer>,
  { failure, refresh = [], onSuccess }: ChangeOptions<Input, Answer> = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => {
      notify.success(answer.message);
      return onSuccess?.(answer, input);
    },
    onError: (error) => {
      if (failure !== undefined) notify.error(errorMessage(error, failure));
    },
    onSettled: () =>
      Promise.all(refresh.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

/** Downloads a file. A plain link could not send the token. Without `failure`, the page shows the error itself. */
export function useDownload<R extends ClientResponse<unknown>>(
  name: string,
  ask: () => Promise<R>,
  failure?: string,
) {
  return useMutation({
    mutationFn: async () => {
      const request = ask();
      const response = await request.catch(() => null);
      if (response?.ok) saveFile(name, await response.blob());
      else await readAnswer(request);
    },
    onError: (error) => {
      if (failure !== undefined) notify.error(errorMessage(error, failure));
    },
  });
}
