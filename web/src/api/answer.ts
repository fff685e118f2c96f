import type { ErrorCode, Issue } from "@fairclick/core/errors";
import type { ClientResponse, parseResponse } from "hono/client";

/** The API answered, and refused. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | "unreadable";
  readonly issues: Issue[];

  constructor(
    status: number,
    code: ErrorCode | "unreadable",
    message: string,
    issues: Issue[] = [],
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

/** Nothing answered at all. It has no message of its own, so that each screen's own text is shown. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("", { cause });
    this.name = "NetworkError";
  }
}

type Response = ClientResponse<unknown>;
type Answer<R extends Response> = Awaited<ReturnType<typeof parseResponse<R>>>;

/**
 * What a call answered when it succeeded. Throws a `NetworkError`, or an `ApiError` with the
 * server's words; `refused` is said where it has none.
 */
export async function readAnswer<R extends Response>(
  request: Promise<R>,
  refused = "",
): Promise<Answer<R>> {
  const response = await request.catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  const text = await response.text().catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  const body = parseBody(text, response.status);
  if (!response.ok) throw refusal(response.status, body, refused);
  return body as Answer<R>;
}

/** The error's own words, or what the screen says where it has none. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}

function parseBody(text: string, status: number): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(status, "unreadable", "Invalid response from server");
  }
}

type Refusal = { code?: ErrorCode; message?: string; error?: string; issues?: Issue[] };

function refusal(status: number, body: unknown, refused: string): ApiError {
  const { code, message, error, issues }: Refusal =
    typeof body === "object" && body !== null ? body : {};
  return new ApiError(status, code ?? "internal", message || error || refused, issues);
}
