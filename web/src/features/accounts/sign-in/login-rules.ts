import { loginRequestSchema } from "@fairclick/core/accounts/account-schema";
import { zodResolver } from "@hookform/resolvers/zod";

export const checkLogin = zodResolver(loginRequestSchema);
