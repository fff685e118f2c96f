import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

export const channelsQuery = queryOptions({
  queryKey: ["profile", "channels"],
  queryFn: async () => (await readAnswer(api.users.channels.$get())).data,
});
