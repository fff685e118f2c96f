import { requireAccount } from "../api/answer-call";
import { invalidRequest } from "../api/api-error";
import type { HandlersOf } from "../api/handler";
import { listPage } from "../api/list";
import { requireObject } from "../api/require";
import { availableCents } from "../balance/balance";
import { all, type World } from "../world/world";
import { createAccountLink, createLoginLink } from "./account-link";
import { listCapabilities } from "./capability";
import { deauthoriseAccount } from "./change-account";
import { createAccount } from "./create-account";
import { updateAccount } from "./update-account";

export const accountCalls: HandlersOf<"accounts" | "account_links"> = {
  "POST /v1/accounts": createAccount,

  "GET /v1/accounts": ({ world, params }) => {
    const accounts = all(world, "account").filter(
      ({ id }) => !world.state.deauthorised.includes(id),
    );
    return listPage("/v1/accounts", accounts, params);
  },

  "GET /v1/accounts/:id": ({ world, id }) => accessible(world, id),

  "POST /v1/accounts/:id": ({ world, params, id }) =>
    updateAccount(world, accessible(world, id), params),

  "DELETE /v1/accounts/:id": ({ world, id }) => {
    const account = accessible(world, id);
    if (availableCents(world, id, account.default_currency ?? "usd") !== 0) {
      throw invalidRequest(
        `You cannot delete the account ${id} because it has a balance that is not zero.`,
      );
    }
    deauthoriseAccount(world, account);
    return { id, object: "account", deleted: true };
  },

  "POST /v1/accounts/:id/login_links": createLoginLink,
  "POST /v1/account_links": createAccountLink,

  "GET /v1/accounts/:id/capabilities": ({ world, id }) => ({
    object: "list",
    data: listCapabilities(accessible(world, id)),
    has_more: false,
    url: `/v1/accounts/${id}/capabilities`,
  }),

  "GET /v1/accounts/:id/external_accounts": ({ world, id, params }) => {
    const banks = accessible(world, id).external_accounts?.data ?? [];
    const wanted = banks.filter(
      (bank) => params.object === undefined || bank.object === params.object,
    );
    return listPage(`/v1/accounts/${id}/external_accounts`, wanted, params);
  },
};

function accessible(world: World, id: string) {
  requireAccount(world, id);
  return requireObject(world, "account", id);
}
