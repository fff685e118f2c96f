import { canonicalAddress } from "@fairclick/core/campaigns/game-url";
import {
  findReviewReasons,
  isTrustedHost,
  type ReviewFacts,
  type ReviewReason,
} from "@fairclick/core/campaigns/reviews";
import type { UserId } from "@fairclick/core/ids";
import { parseHost } from "@fairclick/core/web-addresses";
import { addLiveHost, getHostRecord, getPriceMedian } from "@fairclick/sql/campaigns/reviews";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import type { Config } from "../../config";

/** The settings that decide what is live at once. */
export type ReviewTerms = Pick<Config, "trustedHosts">;

type Asked = {
  developerId: UserId;
  gameUrl: string;
  /** Null if the price does not change. */
  payoutMicros: bigint | null;
  terms: ReviewTerms;
  at: Date;
};

/** Returns why a developer's campaign, or its new address, waits for an operator. */
export async function findReasons(db: Queryable, asked: Asked): Promise<ReviewReason[]> {
  const { developerId, gameUrl, payoutMicros, terms, at } = asked;
  const host = parseHost(gameUrl);
  const { host: canonicalHost } = canonicalAddress(gameUrl);
  return findReviewReasons({
    host,
    trustedHosts: terms.trustedHosts,
    ...(await getHostRecord(db, { developerId, host, canonicalHost })),
    price: payoutMicros === null ? null : await readPrice(db, { developerId, payoutMicros, at }),
  });
}

async function readPrice(
  db: Queryable,
  { developerId, payoutMicros, at }: { developerId: UserId; payoutMicros: bigint; at: Date },
): Promise<ReviewFacts["price"]> {
  return { micros: payoutMicros, median: await getPriceMedian(db, { except: developerId, at }) };
}

/** Records that a developer's campaign is live on the host of an address. */
export async function rememberHost(
  tx: Tx,
  { developerId, gameUrl, terms, at }: Omit<Asked, "payoutMicros">,
): Promise<void> {
  const host = parseHost(gameUrl);
  if (isTrustedHost(host, terms.trustedHosts)) return;
  await addLiveHost(tx, { developerId, host, at });
}
