import {
  authResponseSchema,
  doneResponseSchema,
  loginRequestSchema,
  meResponseSchema,
  registerRequestSchema,
} from "@fairclick/core/schemas/account";
import { requireUser } from "@fairclick/services/actor";
import { login as logIn } from "@fairclick/services/auth/login";
import { logout as logOut } from "@fairclick/services/auth/logout";
import { register as registerUser } from "@fairclick/services/auth/register";
import { markHoneypot } from "@fairclick/services/clicks/mark-honeypot";
import { getAccount } from "@fairclick/services/users/get-account";
import { presentUser } from "../answers/present-user";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";
import { requestToken } from "../middleware/identify";
import { signingIn, takeVisitor } from "../middleware/take-visitor";

const register = defineRoute({
  method: "post",
  path: "/register",
  access: "public",
  summary: "Open an account and sign in",
  request: jsonBody(registerRequestSchema),
  responses: { 201: jsonAnswer(authResponseSchema, "The account and a session token") },
});

const login = defineRoute({
  method: "post",
  path: "/login",
  access: "public",
  summary: "Sign in with e-mail and password",
  request: jsonBody(loginRequestSchema),
  responses: { 200: jsonAnswer(authResponseSchema, "The account and a session token") },
});

const me = defineRoute({
  method: "get",
  path: "/me",
  access: "user",
  summary: "The signed-in user",
  responses: { 200: jsonAnswer(meResponseSchema, "The account") },
});

const logout = defineRoute({
  method: "post",
  path: "/logout",
  access: "user",
  summary: "Revoke the session token of this call",
  responses: { 200: jsonAnswer(doneResponseSchema, "Revoked") },
});

export const authRoutes = newRouter()
  .openapi(register, async (c) => {
    const input = c.req.valid("json");
    const { limits } = c.var.deps;
    await limits.take("registerAddress", c.var.clientKey);
    await limits.take("registerAccount", input.email);
    if (input.website) await markHoneypot(c.var.ctx, takeVisitor(c));
    const { account, token } = await registerUser(c.var.ctx, { ...input, ...signingIn(c) });
    const message = "Account created successfully! Welcome to Fairclick.";
    return c.json(
      { status: "success" as const, message, data: { user: presentUser(account), token } },
      201,
    );
  })
  .openapi(login, async (c) => {
    const input = c.req.valid("json");
    const { limits } = c.var.deps;
    const email = input.email.toLowerCase();
    await limits.take("loginAddress", c.var.clientKey);
    await limits.take("loginAccount", email);
    const { account, token } = await logIn(c.var.ctx, { ...input, ...signingIn(c) });
    await limits.forget("loginAccount", email);
    const message = "Login successful! Welcome back.";
    return c.json(
      { status: "success" as const, message, data: { user: presentUser(account), token } },
      200,
    );
  })
  .openapi(me, async (c) => {
    const account = await getAccount(c.var.ctx, requireUser(c.var.ctx));
    return c.json(
      { status: "success" as const, message: "Signed in", data: { user: presentUser(account) } },
      200,
    );
  })
  .openapi(logout, async (c) => {
    const token = requestToken(c);
    if (token) await logOut(c.var.ctx, token);
    return c.json({ status: "success" as const, message: "Logged out" }, 200);
  });
