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
  "address.confirmed": (id) => `reports decide reopen ${id}`,
  "address.dismissed": (id) => `reports decide reopen ${id}`,
  "address.open": (id, { state }) =>
    state === "confirmed" ? `reports decide confirm ${id}` : `reports decide dismiss ${id}`,
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
  "creator.disable_links": (id) => `links decide enable --user ${id}`,
  "creator.enable_links": (id) => `links decide disable --user ${id}`,
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
  "marketplace.click_rules": (_, { clickRules }) => `campaigns default-rules ${quote(clickRules)}`,
  "objection.dismiss": nothing,
  "objection.uphold": nothing,
  "operator.revoke": nothing,
  "policy.apply": (_, { version }) => `policy rollback ${quote(version)}`,
  "policy.rollback": (_, { version }) => `policy rollback ${quote(version)}`,
  "queue.discard": nothing,
  "queue.drain": nothing,
  "queue.park": nothing,
  "queue.replay": nothing,
  "queue.retry": nothing,
  "refund.cancel": nothing,
  "refund.hold": (id) => `refunds decide release ${id}`,
  "refund.release": (id) => `refunds decide hold ${id}`,
  "refund.retry": nothing,
  "stripe_event.retry": nothing,
  "user.cancel_recovery": (id) => `users decide recover ${id}`,
  "user.finish_recovery": nothing,
  "user.pardon_disputes": nothing,
  "user.request_recovery": (id) => `users decide cancel-recovery ${id}`,
  "user.reset_link": nothing,
  "user.restore": (id) => `users decide suspend ${id}`,
  "user.set_birth": (id, { birthMonth }) =>
    birthMonth === null ? null : `users set-birth ${id} --month ${quote(birthMonth)}`,
  "user.suspend": (id) => `users decide restore ${id}`,
  "withdrawal.hold": (id) => `withdrawals decide release ${id}`,
  "withdrawal.release": (id) => `withdrawals decide hold ${id}`,
  "withdrawal.retry": nothing,
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
