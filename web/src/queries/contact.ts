import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The token says when the form was opened, signed; the server accepts it for a day. */
export const contactFormQuery = queryOptions({
  queryKey: ["contact-form"],
  queryFn: async () => (await readAnswer(api.contact.$get())).data,
  staleTime: 3_600_000,
});
