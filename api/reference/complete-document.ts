import { accountExamples } from "../accounts/account-examples";
import { campaignExamples } from "../campaigns/campaign-examples";
import { clickExamples } from "../clicks/click-examples";
import { conversionExamples, statsExamples } from "../clicks/insight-examples";
import type { Access } from "../middleware/access";
import { paymentExamples } from "../money/payment-examples";
import { operatorExamples } from "../operations/operator-examples";
import { makeExample, type Schema } from "./make-example";
import type { Examples, OperationExample } from "./story";

type Content = Record<string, { schema: Schema; example?: unknown }>;
export type Answer = { description: string; content?: Content };
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
};
export type Operation = {
  summary: string;
  access?: unknown;
  tags?: string[];
  "x-access": Access;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};
export type Paths = Record<string, Record<string, Operation>>;

/** Written by hand, by operation; what is not said here is made from the schemas. */
export const examples: Examples = {
  ...accountExamples,
  ...campaignExamples,
  ...clickExamples,
  ...conversionExamples,
  ...operatorExamples,
  ...paymentExamples,
  ...statsExamples,
};

/** Gives every operation its group, its errors and an example of all that goes in and comes out. */
export function completeDocument(paths: Paths): void {
  mendPatterns(paths);
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      delete operation.access;
      operation.tags = [groupOf(path)];
      writeExamples(operation, examples[`${method.toUpperCase()} ${path}`] ?? {});
      operation.responses = { ...operation.responses, ...errorsOf(path, operation) };
      const contents = [operation.requestBody, ...Object.values(operation.responses)];
      for (const { content = {} } of contents.filter((each) => each !== undefined)) {
        for (const media of Object.values(content)) media.example ??= makeExample(media.schema);
      }
    }
  }
}

function writeExamples(operation: Operation, { parameters = {}, body, answer }: OperationExample) {
  for (const parameter of operation.parameters ?? []) {
    parameter.example = parameters[parameter.name] ?? makeExample(parameter.schema, parameter.name);
  }
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
  for (const [example, contents] of [
    [body, [operation.requestBody]],
    [answer, answers.map(([, said]) => said)],
  ] as const) {
    if (example === undefined) continue;
    for (const media of contents.flatMap((each) => Object.values(each?.content ?? {}))) {
      media.example = example;
    }
  }
}

/** A pattern in JSON Schema is an expression without slashes and flags. */
function mendPatterns(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  if ("pattern" in node && typeof node.pattern === "string") {
    node.pattern = node.pattern.replace(/\/u$/, "");
  }
  for (const child of Object.values(node)) mendPatterns(child);
}

const groups: Record<string, string> = {
  admin: "Operators",
  auth: "Signing in",
  campaigns: "Campaigns",
  clicks: "Links in use",
  conversions: "Conversions",
  impressions: "Links in use",
  links: "A creator's links",
  policy: "Rules",
  stripe: "Payments",
  users: "Account",
  wallet: "Payments",
};

function groupOf(path: string): string {
  if (path.startsWith("/r/")) return "Links in use";
  const [, , noun = ""] = path.split("/");
  if (noun !== "admin" && /\/(?:keys|events|conversions)\b/.test(path)) return "Conversions";
  return groups[noun] ?? "Running it";
}

const NOT_SIGNED_IN: Record<string, string> = {
  user: "Authentication failed",
  campaign: "This call needs a campaign's API key",
};

/** Whatever else can go wrong is answered in the same shape. */
function errorsOf(path: string, operation: Operation): Record<string, Answer> {
  const { "x-access": access, parameters = [], requestBody } = operation;
  const errors: Record<string, Answer> = {};
  if (access !== "public") {
    errors[401] = errorAnswer(
      "No token, or one that is worth nothing",
      "unauthenticated",
      NOT_SIGNED_IN[access] ?? "Authentication failed",
    );
  }
  if (access === "user" && path.includes("{")) {
    errors[403] = errorAnswer("Somebody else's", "forbidden", "This is not your campaign");
  } else if (access.startsWith("operator:")) {
    errors[403] = errorAnswer(
      "The token does not have the scope",
      "forbidden",
      `This token does not have the scope ${access.slice(9)}`,
    );
  }
  if (path.includes("{") && access !== "public") {
    errors[404] = errorAnswer("There is no such thing", "not_found", "Campaign not found");
  }
  if (requestBody || parameters.some((parameter) => parameter.in === "query")) {
    const issue = whatIsWrong(operation);
    errors[422] = errorAnswer("Something in the request is wrong", "validation", issue.message, {
      issues: [issue],
    });
  }
  if (access === "campaign") {
    errors[429] = errorAnswer(
      "Too many calls with this key; `retry-after` says for how long",
      "rate_limited",
      "Too many attempts. Please wait a while and try again.",
    );
  }
  errors.default = errorAnswer(
    "Refused; `message` says why",
    "unavailable",
    "The service is briefly unavailable. Please try again.",
  );
  return Object.fromEntries(
    Object.entries(errors).filter(([status]) => operation.responses[status] === undefined),
  );
}

/** What can be wrong with a request of that kind, in the words that it is told in. */
const wrongs: Record<string, string> = {
  limit: "limit must be a whole number",
  reason: "A reason is required",
  clickId: "clickId is required",
  email: "Please enter a valid email address",
  timeZone: "timeZone is not a name like Europe/Berlin",
};

function whatIsWrong({ parameters = [], requestBody }: Operation) {
  const { properties = {}, anyOf = [] } =
    Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const fields = Object.keys(anyOf[0]?.properties ?? properties);
  const names = [...fields, ...parameters.map(({ name }) => name)];
  const path = names.find((name) => wrongs[name]) ?? names[0] ?? "";
  return { path, message: wrongs[path] ?? "The request is not valid" };
}

function errorAnswer(
  description: string,
  code: string,
  message: string,
  more: object = {},
): Answer {
  const example = { status: "error", code, message, error: message, ...more };
  const schema = { $ref: "#/components/schemas/Error" };
  return { description, content: { "application/json": { schema, example } } };
}
