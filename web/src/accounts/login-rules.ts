import { loginRequestSchema } from "@fairclick/core/accounts/account";
import { zodResolver } from "@hookform/resolvers/zod";

export const checkLogin = zodResolver(loginRequestSchema);
