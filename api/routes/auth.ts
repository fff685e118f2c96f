import { AppError } from "@fairclick/core/errors";
import {
  authResponseSchema,
  loginRequestSchema,
  meResponseSchema,
  registerRequestSchema,
} from "@fairclick/core/schemas/account";
import { z } from "zod";
import { defineRoute, jsonAnswer, jsonBody, newRouter } from "../define-route";

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
  responses: {
    200: jsonAnswer(z.object({ status: z.literal("success"), message: z.string() }), "Revoked"),
  },
});

export const authRoutes = newRouter()
  .openapi(register, async () => {
    throw new AppError("unavailable", "Not built yet");
  })
  .openapi(login, async () => {
    throw new AppError("unavailable", "Not built yet");
  })
  .openapi(me, async () => {
    throw new AppError("unavailable", "Not built yet");
  })
  .openapi(logout, async () => {
    throw new AppError("unavailable", "Not built yet");
  });
