import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: () => readAnswer(api.users.profile.$get()),
});

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => (await readAnswer(api.auth.sessions.$get())).data,
});
