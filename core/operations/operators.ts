import { z } from "zod";
import { changeInputSchema } from "../changes";
import { dataResponse, timeSchema } from "../schemas";

export const operatorSchema = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  /** When the token expires; null if it does not. */
  expiresAt: timeSchema.nullable(),
});

export const operatorResponseSchema = dataResponse(operatorSchema);

export const operatorTokenSchema = z.object({
  operator: z.string(),
  /** The first 8 hex digits of the token's SHA-256. */
  token: z.string(),
  scopes: z.array(z.string()),
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
  /** At most an hour old; null if it was never used. */
  lastUsedAt: timeSchema.nullable(),
});

export const operatorTokensResponseSchema = dataResponse(z.array(operatorTokenSchema));

export const revokeOperatorInputSchema = changeInputSchema.extend({
  /** Revokes only this token; without it, all tokens of the operator. */
  token: z
    .string()
    .regex(/^[0-9a-f]{8}$/, { error: "A token is named by 8 hex digits, as the list shows them" })
    .optional(),
});
export type RevokeOperatorInput = z.infer<typeof revokeOperatorInputSchema>;

/** Scopes of operator tokens, with the descriptions that the CLI shows. */
export const operatorScopes = {
  "ledger:read": "read the ledger and verify the books",
  "clicks:read": "see clicks and their verdicts",
  "clicks:decide": "approve, reject and reverse clicks",
  "cases:read": "see appeals, objections, reviews, findings about links, and what was reported",
  "cases:decide": "decide about appeals, objections, reviews, findings about links, and reports",
  "policy:write": "change the policy that judges clicks",
  "stripe:read": "see unprocessed events from Stripe",
  "stripe:write": "retry events from Stripe",
  "campaigns:read": "see every campaign",
  "campaigns:write": "pause, resume, disable and restore campaigns",
  "links:read": "see every link",
  "links:write": "disable and enable links",
  "users:read": "see users, their balances and channels",
  "users:write": "suspend and restore users, verify creators' channels",
  "users:recover": "recover the account of a user who cannot sign in",
  "withdrawals:read": "see every withdrawal",
  "withdrawals:write": "hold, release and retry withdrawals",
  "refunds:read": "see every requested refund",
  "refunds:write": "hold, release and cancel refunds",
  "queues:read": "see the queues and their failed jobs",
  "queues:write": "retry, park and discard jobs",
  "mail:read": "see mails that could not be sent",
  "mail:write": "stop and allow mails to an address",
  "audit:read": "read who did what",
  "operators:read": "see operators and their tokens",
  "operators:revoke": "revoke operators' tokens",
  "ip-data:read": "see the address lists and look up ip addresses",
  "ip-data:write": "update the address lists, allow and deny ranges",
} as const;

export type OperatorScope = keyof typeof operatorScopes;

export function isOperatorScope(text: string): text is OperatorScope {
  return Object.hasOwn(operatorScopes, text);
}

const all = Object.keys(operatorScopes) as OperatorScope[];
const reading = all.filter((scope) => scope.endsWith(":read"));

/** Sets of scopes for kinds of work. A token keeps the scopes that its role had when it was made. */
export const operatorRoles = {
  viewer: { about: "see everything, change nothing", scopes: reading },
  fraud: {
    about: "see everything, decide about clicks, links, campaigns, users and IP ranges",
    scopes: [
      ...reading,
      "clicks:decide",
      "cases:decide",
      "links:write",
      "campaigns:write",
      "users:write",
      "ip-data:write",
    ],
  },
  finance: {
    about: "see everything, decide about withdrawals and refunds, retry Stripe events",
    scopes: [...reading, "withdrawals:write", "refunds:write", "stripe:write"],
  },
  support: {
    about: "see everything, help users with their accounts",
    scopes: [...reading, "users:write", "users:recover", "mail:write"],
  },
  technician: {
    about: "see everything, repair queues, Stripe events and address lists",
    scopes: [...reading, "queues:write", "stripe:write", "ip-data:write", "mail:write"],
  },
  admin: { about: "every scope", scopes: all },
} as const satisfies Record<string, { about: string; scopes: readonly OperatorScope[] }>;

export type OperatorRole = keyof typeof operatorRoles;
export const operatorRoleNames = Object.keys(operatorRoles) as [OperatorRole, ...OperatorRole[]];

/** Distinguishes an operator's token from a session token, also for secret scanners. */
export const OPERATOR_TOKEN_PREFIX = "fco_";

/** Returns a new token: 256 random bits. */
export function makeRandomToken(): string {
  const bits = crypto.getRandomValues(new Uint8Array(32));
  return OPERATOR_TOKEN_PREFIX + bits.toBase64({ alphabet: "base64url", omitPadding: true });
}

/** What an act changed. Amounts are text: JSON numbers do not hold every bigint. */
export type ActFacts = Readonly<Record<string, string | number | boolean | null>>;

/** An act of an operator, as its audit row records it. */
export type RecordedAct = {
  /** Noun and verb: `campaign.pause`. */
  action: string;
  /** What was changed: `campaign:<id>`. */
  subject: string;
  before: ActFacts | null;
  after: ActFacts | null;
};

type Undo = (id: string, before: ActFacts, after: ActFacts) => string | null;

const nothing: Undo = () => null;

/** Per action, the command that undoes it; null if none does. */
const undoCommands = {
  "address.confirmed": (id) => `cases decide reopen ${id}`,
  "address.dismissed": (id) => `cases decide reopen ${id}`,
  "address.open": (id, { state }) =>
    state === "confirmed" ? `cases decide accept ${id}` : `cases decide decline ${id}`,
  "appeal.accept": nothing,
  "appeal.decline": nothing,
  "campaign.cover_remove": nothing,
  "campaign.disable": (id) => `campaigns decide restore ${id}`,
  "campaign.pause": (id) => `campaigns decide resume ${id}`,
  "campaign.restore": (id) => `campaigns decide disable ${id}`,
  "campaign.resume": (id) => `campaigns decide pause ${id}`,
  "campaign.review_approved": (id) => `campaigns decide pause ${id}`,
  "campaign.review_rejected": (id, before, after) =>
    before.gameUrl === after.gameUrl ? `campaigns decide restore ${id}` : null,
  "channel.revoke": (id, { channel }) => `creators decide verify ${id} ${quote(channel)}`,
  "channel.verify": (id, { channel }) => `creators decide revoke ${id} ${quote(channel)}`,
  "clicks.approve": (_, __, { act }) =>
    `clicks decide reverse --act ${quote(act)} --category other`,
  "clicks.hold": (_, __, { act }) => `clicks decide reject --act ${quote(act)}`,
  "clicks.reject": (_, __, { act }) => `clicks decide hold --act ${quote(act)}`,
  "clicks.reverse": (_, __, { act }) => `clicks decide approve --act ${quote(act)}`,
  "ip_data.update": nothing,
  "ip_range.allow": decideRangeAgain,
  "ip_range.deny": decideRangeAgain,
  "ip_range.remove": decideRangeAgain,
  "ip_range.shared": decideRangeAgain,
  "link.clear": nothing,
  "link.confirm": nothing,
  "link.disable": (_, { code }) => `links decide enable ${quote(code)}`,
  "link.enable": (_, { code }) => `links decide disable ${quote(code)}`,
  "mail.release": nothing,
  "mail.suppress": nothing,
  "objection.dismiss": nothing,
  "objection.uphold": nothing,
  "operator.revoke": nothing,
  "policy.apply": (_, { version }) => `policy apply ${quote(version)}`,
  "queue.discard": nothing,
  "queue.park": nothing,
  "queue.replay": nothing,
  "queue.retry": nothing,
  "refund.cancel": nothing,
  "refund.hold": (id) => `refunds decide release ${id}`,
  "refund.release": (id) => `refunds decide hold ${id}`,
  "refund.retry": nothing,
  "stripe_event.retry": nothing,
  "user.cancel_recovery": (id) => `users decide recover ${id}`,
  "user.pardon_disputes": nothing,
  "user.request_recovery": (id) => `users decide cancel-recovery ${id}`,
  "user.restore": (id) => `users decide suspend ${id}`,
  "user.suspend": (id) => `users decide restore ${id}`,
  "withdrawal.hold": (id) => `withdrawals decide release ${id}`,
  "withdrawal.release": (id) => `withdrawals decide hold ${id}`,
  "withdrawal.retry": nothing,
  "withdrawal.cancel": nothing,
} as const satisfies Record<string, Undo>;

/** Everything that an operator can do to others. */
export type OperatorAction = keyof typeof undoCommands;

const undoes: ReadonlyMap<string, Undo> = new Map(Object.entries(undoCommands));

/** Returns the command that undoes an act; null if none does. */
export function undoCommand({ action, subject, before, after }: RecordedAct): string | null {
  const id = quote(subject.slice(subject.indexOf(":") + 1));
  const command = undoes.get(action)?.(id, before ?? {}, after ?? {}) ?? null;
  return command === null ? null : `fairclick ${command} --reason "…"`;
}

/** Returns what an act changed, one line per fact: `suspended: false → true`. */
export function describeFacts({ before, after }: Pick<RecordedAct, "before" | "after">): string[] {
  const [from, to] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].map((name) => {
    const [earlier, later] = [from[name], to[name]];
    if (!(name in to)) return `${name}: ${showFact(earlier)}`;
    if (!(name in from) || earlier === later) return `${name}: ${showFact(later)}`;
    return `${name}: ${showFact(earlier)} → ${showFact(later)}`;
  });
}

const MAX_FACT_LENGTH = 200;

function showFact(value: ActFacts[string] | undefined): string {
  const text = value === null || value === undefined ? "none" : String(value);
  return text.length > MAX_FACT_LENGTH ? `${text.slice(0, MAX_FACT_LENGTH)}…` : text;
}

/** The earlier decision about the range, or none. */
function decideRangeAgain(range: string, { effect }: ActFacts): string {
  return typeof effect === "string"
    ? `ip-data decide ${quote(effect)} ${range}`
    : `ip-data decide remove ${range}`;
}

/** Quotes a value for a shell, where names of channels come from strangers. */
function quote(value: ActFacts[string] | undefined): string {
  const text = String(value);
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
