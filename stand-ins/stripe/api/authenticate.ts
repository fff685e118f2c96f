import { ApiError } from "./api-error";

type Keys = { secretKey: string; publishableKey: string };

/**
 * Throws ApiError (401, or 403 for the publishable key) unless the header carries the secret key, as
 * a bearer token or as the user name of basic authentication.
 */
export function authenticate(header: string | undefined, keys: Keys): void {
  const key = keyIn(header);
  if (key === keys.secretKey) return;
  if (key === keys.publishableKey) {
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
    message: key
      ? `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
  });
}

function keyIn(header = ""): string {
  const [scheme, value = ""] = header.split(" ");
  if (scheme === "Bearer") return value;
  if (scheme !== "Basic") return "";
  return Buffer.from(value, "base64").toString().split(":")[0] ?? "";
}
