/**
 * How much of one kind of request is accepted in `seconds`: from one user, and from one network. A
 * personal key counts as its user; a campaign's key counts by itself.
 */
export type Cost = {
  user: number;
  network: number;
  seconds: number;
  /**
   * Where it is counted: by all processes together or, for requests that must work while the store is
   * away, by each process in its memory; those of one machine divide the limit.
   */
  counted: "together" | "by process";
};

const MINUTE = 60;
const HOUR = 3_600;

/**
 * What requests cost, by kind. Each route names its kind (`api/router.ts`). A network is an
 * IPv4 address or an IPv6 /64; a /56 may send twice as much and a /48 four times. Schools and mobile
 * carriers put hundreds of people behind one address, so networks may send much more than a user.
 */
export const costs = {
  read: { user: 1_200, network: 24_000, seconds: MINUTE, counted: "by process" },
  /** Changes that only the user sees. Each writes a row to the audit log, which nobody can delete. */
  write: { user: 300, network: 6_000, seconds: 10 * MINUTE, counted: "together" },
  /** What is told or mailed to others, or sent to a server that the user named. */
  tell: { user: 60, network: 6_000, seconds: HOUR, counted: "together" },
  /** Messages and reports that a person reads. */
  message: { user: 20, network: 60, seconds: HOUR, counted: "together" },
  /** Calls of Stripe, and moves of money. The page after a payment asks until it has succeeded. */
  pay: { user: 300, network: 6_000, seconds: 15 * MINUTE, counted: "together" },
  /** Images, archives and exports: each takes seconds of a processor. */
  heavy: { user: 60, network: 1_200, seconds: HOUR, counted: "together" },
  /** Streams of events. Browsers connect again after each end of one. */
  open: { user: 120, network: 6_000, seconds: MINUTE, counted: "by process" },
  /** Passwords, codes, passkeys and the tokens of mails; most callers have no account yet. */
  signIn: { user: 100, network: 600, seconds: 15 * MINUTE, counted: "together" },
  register: { user: 20, network: 200, seconds: HOUR, counted: "together" },
  /** Requests for a mail to an address that the caller names. */
  mail: { user: 20, network: 100, seconds: HOUR, counted: "together" },
  /** Reports of a game's servers, with up to 1,000 conversions each. */
  report: { user: 600, network: 60_000, seconds: MINUTE, counted: "together" },
  operate: { user: 6_000, network: 60_000, seconds: MINUTE, counted: "by process" },
} as const satisfies Record<string, Cost>;
export type CostKind = keyof typeof costs;

/**
 * What is limited by something other than the caller: the account that is guessed at, the mailbox that
 * is written to, the server that is called.
 */
export const targetLimits = {
  loginAccount: { points: 20, seconds: 900 },
  /**
   * Per device on which the account has signed in before; attempts from other devices do not count.
   */
  loginDevice: { points: 20, seconds: 900 },
  registerAccount: { points: 20, seconds: HOUR },
  /** Proofs by password, per session: somebody with a stolen one cannot use up the owner's. */
  passwordSession: { points: 20, seconds: 900 },
  /** A code has six digits, of which up to three are valid at a time: guessing takes years. */
  factorAccount: { points: 10, seconds: HOUR },
  /** Per session, or device on which the account has signed in before. */
  factorDevice: { points: 10, seconds: HOUR },
  /** Requests for a mail, per address whether it has an account or not: nobody can flood a mailbox. */
  mailAccount: { points: 5, seconds: HOUR },
  /** Per device on which the account has signed in before. */
  mailDevice: { points: 5, seconds: HOUR },
  contactAccount: { points: 5, seconds: 24 * HOUR },
  /** Messages of everybody together: the operator's mailbox cannot be flooded from many networks. */
  contactAll: { points: 200, seconds: HOUR },
  /** What a network (an IPv4 /24 or an IPv6 /48) may still send when everybody's are used up. */
  contactShare: { points: 2, seconds: HOUR },
  /**
   * Changes of a campaign that are told to all its creators: prices, limits, and that it pays again. A
   * pause is never refused.
   */
  campaignNews: { points: 20, seconds: 24 * HOUR },
  joinRequestAccount: { points: 40, seconds: 24 * HOUR },
  /** Each check fetches a page: neither the platforms nor anybody's website can be flooded by us. */
  channelCheckAccount: { points: 10, seconds: 24 * HOUR },
  channelCheckHost: { points: 60, seconds: HOUR },
  /** Pages and pictures of games outside Roblox, per host. */
  gameHost: { points: 60, seconds: HOUR },
  /** Drawings that no recent request had, per network: each takes a process, one at a time. */
  drawingNetwork: { points: 120, seconds: HOUR },
  personalKey: { points: 600, seconds: MINUTE },
} as const;
export type TargetName = keyof typeof targetLimits;
