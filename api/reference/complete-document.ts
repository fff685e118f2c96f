import { accountExamples } from "../accounts/account-examples";
import { channelExamples } from "../accounts/channel-examples";
import { operatedUserExamples } from "../accounts/operated-user-examples";
import { passkeyExamples } from "../accounts/passkey-examples";
import { personalKeyExamples } from "../accounts/personal-key-examples";
import { campaignExamples } from "../campaigns/campaign-examples";
import { operatedCampaignExamples } from "../campaigns/operated-campaign-examples";
import { operatedLinkExamples } from "../campaigns/operated-link-examples";
import { reportExamples } from "../campaigns/report-examples";
import { clickExamples } from "../clicks/click-examples";
import { decisionExamples } from "../clicks/decision-examples";
import { flaggedClickExamples } from "../clicks/flagged-click-examples";
import { conversionExamples, statsExamples } from "../clicks/insight-examples";
import { objectionExamples } from "../clicks/objection-examples";
import { policyExamples } from "../clicks/policy-examples";
import { publicPolicyExamples } from "../clicks/public-policy-examples";
import { ipDataExamples } from "../ip/ip-data-examples";
import type { Access } from "../middleware/access";
import { ledgerExamples } from "../money/ledger-examples";
import { operatedPaymentExamples } from "../money/operated-payment-examples";
import { paymentExamples } from "../money/payment-examples";
import { noticeExamples } from "../notices/notice-examples";
import { operatedMailExamples } from "../notices/operated-mail-examples";
import { webhookExamples } from "../notices/webhook-examples";
import { operatorExamples } from "../operations/operator-examples";
import { workExamples } from "../operations/work-examples";
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
  "x-key-scope"?: string;
  keyScope?: unknown;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Answer>;
};
export type Paths = Record<string, Record<string, Operation>>;

/** Hand-written examples per operation; the rest is generated from the schemas. */
export const examples: Examples = {
  ...accountExamples,
  ...campaignExamples,
  ...reportExamples,
  ...channelExamples,
  ...clickExamples,
  ...flaggedClickExamples,
  ...decisionExamples,
  ...objectionExamples,
  ...policyExamples,
  ...publicPolicyExamples,
  ...conversionExamples,
  ...noticeExamples,
  ...operatedMailExamples,
  ...passkeyExamples,
  ...personalKeyExamples,
  ...webhookExamples,
  ...operatorExamples,
  ...operatedUserExamples,
  ...operatedCampaignExamples,
  ...operatedLinkExamples,
  ...ipDataExamples,
  ...paymentExamples,
  ...operatedPaymentExamples,
  ...ledgerExamples,
  ...statsExamples,
  ...workExamples,
};

/** Adds the group, the errors and the examples to every operation, in place. */
export function completeDocument(paths: Paths): void {
  stripPatternFlags(paths);
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      delete operation.access;
      delete operation.keyScope;
      operation.tags = [findGroup(path)];
      writeExamples(operation, examples[`${method.toUpperCase()} ${path}`] ?? {});
      operation.responses = { ...operation.responses, ...describeErrors(path, operation) };
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

/** Removes the regex flags from `pattern`: JSON Schema allows none. */
function stripPatternFlags(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  if ("pattern" in node && typeof node.pattern === "string") {
    node.pattern = node.pattern.replace(/\/u$/, "");
  }
  for (const child of Object.values(node)) stripPatternFlags(child);
}

const groups: Record<string, string> = {
  admin: "Operators",
  auth: "Signing in",
  campaigns: "Campaigns",
  clicks: "Links in use",
  conversions: "Conversions",
  events: "Account",
  impressions: "Links in use",
  keys: "Your programs",
  links: "A creator's links",
  policy: "Rules",
  stripe: "Payments",
  users: "Account",
  wallet: "Payments",
  webhooks: "Your programs",
};

function findGroup(path: string): string {
  if (path.startsWith("/r/")) return "Links in use";
  const [, , noun = ""] = path.split("/");
  if (
    noun !== "admin" &&
    noun !== "keys" &&
    noun !== "events" &&
    /\/(?:keys|events|conversions)\b/.test(path)
  )
    return "Conversions";
  return groups[noun] ?? "Running it";
}

const NOT_SIGNED_IN: Record<string, string> = {
  user: "Authentication failed",
  campaign: "This call needs a campaign's API key",
};

/** Returns the error responses that the operation does not describe itself. */
function describeErrors(path: string, operation: Operation): Record<string, Answer> {
  const { "x-access": access, parameters = [], requestBody } = operation;
  const errors: Record<string, Answer> = {};
  if (access !== "public") {
    errors[401] = errorAnswer(
      "No token, or an invalid one",
      "unauthenticated",
      NOT_SIGNED_IN[access] ?? "Authentication failed",
    );
  }
  if (access === "user:proof") {
    errors[403] = errorAnswer(
      "No proof of identity in this session within ten minutes: `POST /api/auth/proof` first",
      "proof_required",
      "Please confirm that it is you, and try again.",
    );
  } else if (access === "user" && path.includes("{")) {
    errors[403] = errorAnswer(
      "It belongs to another user",
      "forbidden",
      "This is not your campaign",
    );
  } else if (access.startsWith("operator:")) {
    errors[403] = errorAnswer(
      "The token does not have the scope",
      "forbidden",
      `This token does not have the scope ${access.slice(9)}`,
    );
  }
  if (path.includes("{") && access !== "public") {
    errors[404] = errorAnswer("Not found", "not_found", "Campaign not found");
  }
  if (requestBody || parameters.some((parameter) => parameter.in === "query")) {
    const issue = makeValidationIssue(operation);
    errors[422] = errorAnswer("The request is not valid", "validation", issue.message, {
      issues: [issue],
    });
  }
  if (access === "campaign") {
    errors[429] = errorAnswer(
      "Too many requests with this key; `retry-after` says when to retry",
      "rate_limited",
      "Too many attempts. Please wait a while and try again.",
    );
  }
  errors.default = errorAnswer(
    "Any other error; `message` says why",
    "unavailable",
    "The service is briefly unavailable. Please try again.",
  );
  return Object.fromEntries(
    Object.entries(errors).filter(([status]) => operation.responses[status] === undefined),
  );
}

/** Example validation messages by field. */
const invalidFields: Record<string, string> = {
  limit: "limit must be a whole number",
  reason: "A reason is required",
  clickId: "clickId is required",
  email: "Please enter a valid email address",
  timeZone: "timeZone must be a name such as Europe/Berlin",
};

function makeValidationIssue({ parameters = [], requestBody }: Operation) {
  const { properties = {}, anyOf = [] } =
    Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
  const fields = Object.keys(anyOf[0]?.properties ?? properties);
  const names = [...fields, ...parameters.map(({ name }) => name)];
  const path = names.find((name) => invalidFields[name]) ?? names[0] ?? "";
  return { path, message: invalidFields[path] ?? "The request is not valid" };
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
