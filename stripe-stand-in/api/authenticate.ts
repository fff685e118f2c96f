import { ApiError } from "./api-error";

type Keys = { secretKey: string; publishableKey: string };

/** Takes the secret key as a bearer token or as the user name of basic authentication. */
export function authenticate(header: string | undefined, keys: Keys): void {
  const given = keyIn(header);
  if (given === keys.secretKey) return;
  if (given === keys.publishableKey) {
    throw new ApiError({
      status: 403,
      type: "invalid_request_error",
      code: "secret_key_required",
      message:
        "This API call cannot be made with a publishable API key. Please use a secret API key.",
    });
  }
  throw new ApiError({
    status: 401,
    type: "invalid_request_error",
    message: given
      ? `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });
}

function keyIn(header = ""): string {
  const [scheme, value = ""] = header.split(" ");
  if (scheme === "Bearer") return value;
  if (scheme !== "Basic") return "";
  return Buffer.from(value, "base64").toString().split(":")[0] ?? "";
}
