import type { ErrorCode, Issue } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { ClientResponse, parseResponse } from "hono/client";

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

/** No response arrived. Has no message, so that each screen shows its own text. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super("", { cause });
    this.name = "NetworkError";
  }
}

type Response = ClientResponse<unknown>;
type Answer<R extends Response> = Awaited<ReturnType<typeof parseResponse<R>>>;

/**
 * Returns the body of a successful response. Throws a `NetworkError`, or an `ApiError` with the
 * server's message, or `fallback` if the server sends none.
 */
export async function readAnswer<R extends Response>(
  request: Promise<R>,
  fallback = "",
): Promise<Answer<R>> {
  const response = await request.catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  const text = await response.text().catch((cause: unknown) => {
    throw new NetworkError(cause);
  });
  const body = parseBody(text, response.status);
  if (!response.ok) throw toApiError(response.status, body, fallback);
  return body as Answer<R>;
}

export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof Error && error.message !== "" ? error.message : fallback;
}

/** What a form says of its last request; undefined unless it failed. */
export function describeFailure(
  error: Error | null | undefined,
  fallback = t`This did not work. Please try again.`,
): string | undefined {
  return error ? errorMessage(error, fallback) : undefined;
}

function parseBody(text: string, status: number): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(status, "unreadable", t`Invalid response from server`);
  }
}

type ErrorBody = { code?: ErrorCode; message?: string; error?: string; issues?: Issue[] };

function toApiError(status: number, body: unknown, fallback: string): ApiError {
  const { code, message, error, issues }: ErrorBody =
    typeof body === "object" && body !== null ? body : {};
  return new ApiError(status, code ?? "internal", message || error || fallback, issues);
}

type Page<Item> = { data: Item[]; nextCursor: string | null };

/** Reads all pages of a list. For lists that are short enough for one person. */
export async function allPages<Item>(
  readPage: (cursor: { cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Item> = await readPage(cursor ? { cursor } : {});
    items.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}
