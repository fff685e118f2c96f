import {
  authResponseSchema,
  doneResponseSchema,
  loginRequestSchema,
  meResponseSchema,
  registerRequestSchema,
  signInResponseSchema,
} from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { checkAgreement } from "@fairclick/services/accounts/agreement";
import { type LimitName, limitAddressAttempts } from "@fairclick/services/accounts/limits";
import { getAccount } from "@fairclick/services/accounts/profile";
import { register as registerUser } from "@fairclick/services/accounts/register";
import { findDeviceBucket, logout as logOut } from "@fairclick/services/accounts/sessions";
import { login as logIn } from "@fairclick/services/accounts/sign-in";
import { requireUser } from "@fairclick/services/changes";
import { markHoneypot } from "@fairclick/services/clicks/devices";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { requestToken } from "../middleware/identify";
import { readVisitor } from "../middleware/read-visitor";
import { created, ok } from "../respond";
import { refuseYoungBrowser } from "./age-cookie";
import { answerSignIn, SIGNED_IN } from "./answer-sign-in";
import { readSignInDevice, setDeviceToken } from "./device-cookie";
import { presentSignIn, presentUser } from "./present-user";

export const authRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "post",
      path: "/register",
      access: "public",
      summary: "Create an account and sign in",
      request: jsonBody(registerRequestSchema),
      responses: { 201: jsonResponse(authResponseSchema, "The account and a session token") },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { limits } = c.var.deps;
      await limitAddressAttempts(limits, "registerAddress", c.var.clientIp);
      await limits.take("registerAccount", input.email);
      if (input.website) await markHoneypot(c.var.ctx, await readVisitor(c));
      const device = await readSignInDevice(c);
      refuseYoungBrowser(c, () => checkAgreement(c.var.ctx, input));
      const signIn = await registerUser(c.var.ctx, { ...input, ...device });
      setDeviceToken(c, signIn.deviceToken);
      const message = t`Account created successfully! Welcome to Fairclick.`;
      return created(c, { message, data: presentSignIn(signIn) });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/login",
      access: "public",
      summary: "Sign in with email and password",
      request: jsonBody(loginRequestSchema),
      responses: { 200: jsonResponse(signInResponseSchema, SIGNED_IN) },
    }),
    async (c) => {
      const input = c.req.valid("json");
      const { limits } = c.var.deps;
      const email = input.email.toLowerCase();
      await limitAddressAttempts(limits, "loginAddress", c.var.clientIp);
      const signingIn = await readSignInDevice(c);
      const device = await findDeviceBucket(c.var.ctx, { email, ...signingIn });
      const bucket: [LimitName, string] = device
        ? ["loginDevice", device]
        : ["loginAccount", email];
      await limits.take(...bucket);
      const signIn = await logIn(c.var.ctx, { ...input, ...signingIn });
      await limits.forget(...bucket);
      return answerSignIn(c, signIn, t`Login successful! Welcome back.`);
    },
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/me",
      access: "user",
      keyScope: "read",
      summary: "Get the signed-in user",
      responses: { 200: jsonResponse(meResponseSchema, "The account") },
    }),
    async (c) => {
      const account = await getAccount(c.var.ctx, requireUser(c.var.ctx));
      return ok(c, { message: t`Signed in`, data: { user: presentUser(account) } });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/logout",
      access: "user",
      keyScope: "none",
      summary: "Sign out: revoke the session token of this request",
      responses: { 200: jsonResponse(doneResponseSchema, "Revoked") },
    }),
    async (c) => {
      const token = requestToken(c);
      if (token) await logOut(c.var.ctx, token);
      return ok(c, { message: t`Logged out` });
    },
  );
