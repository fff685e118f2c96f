import { watchUserInputSchema } from "@fairclick/core/accounts/operated-users-schema";
import {
  userNoteInputSchema,
  writtenNoteResponseSchema,
} from "@fairclick/core/accounts/user-note-schema";
import {
  changeInputSchema,
  changeResponseSchema,
} from "@fairclick/core/operations/operator-change-schema";
import { userNameSchema } from "@fairclick/core/schemas/admin-lists";
import { addUserNote, removeUserNote } from "@fairclick/services/accounts/watching/user-notes";
import { unwatchUser, watchUser } from "@fairclick/services/accounts/watching/watch-user";
import { z } from "zod";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

const params = z.object({ user: userNameSchema });

const change = {
  method: "post",
  access: "operator:users:write",
  request: { params, ...jsonBody(changeInputSchema) },
  responses: {
    200: jsonResponse(changeResponseSchema, "What changed, or would change in a dry run"),
  },
} as const;

/** What operators do while they look at a user. */
export const adminWatchRoutes = newRouter()
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/watch",
      summary: "Let a user's withdrawals wait while operators look at the user",
      description:
        "Ends by itself after `days`. One operator can let withdrawals wait for 7 days, two for 14; then not again until 30 days after the start.",
      request: { params, ...jsonBody(watchUserInputSchema) },
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await watchUser(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/unwatch",
      summary: "End a watch: withdrawals that only the watch held go on",
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await unwatchUser(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/{user}/notes",
      access: "operator:users:write",
      summary: "Write a note about a user for other operators",
      description:
        "At most 100 notes per user. They are deleted after a year, and with the account.",
      request: { params, ...jsonBody(userNoteInputSchema) },
      responses: { 200: jsonResponse(writtenNoteResponseSchema, "The note's id") },
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await addUserNote(c.var.ctx, input) });
    },
  )
  .openapi(
    defineRoute({
      ...change,
      path: "/{user}/notes/{id}/delete",
      summary: "Delete a note about a user",
      request: {
        params: params.extend({ id: z.string().max(36) }),
        ...jsonBody(changeInputSchema),
      },
    }),
    async (c) => {
      const input = { ...c.req.valid("param"), ...c.req.valid("json") };
      return ok(c, { data: await removeUserNote(c.var.ctx, input) });
    },
  );
