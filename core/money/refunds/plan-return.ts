import { MICROS_PER_CENT } from "../micros";

type Holdings = {
  walletMicros: bigint;
  /** What the user's campaigns hold, and may return to the wallet later. */
  budgetMicros: bigint;
  /** The parts of wallet and budget that can go back to their cards. */
  refundableMicros: bigint;
  refundableBudgetMicros: bigint;
  owedMicros: bigint;
};

/**
 * Divides the money of an account that is deleted. Debts are paid by money that no card can take
 * back, and by refundable money only if that is not enough. `nowMicros` and `laterMicros` go back to
 * cards, the latter at most, when the campaigns return their budgets. `lostMicros` belongs to nobody.
 */
export function planReturn(holdings: Holdings) {
  const { walletMicros, budgetMicros, refundableMicros, refundableBudgetMicros } = holdings;
  const owedMicros = atLeastZero(holdings.owedMicros);
  const totalMicros = walletMicros + budgetMicros;
  const allRefundable = refundableMicros + refundableBudgetMicros;
  const nowMicros = downToCents(smaller(refundableMicros, atLeastZero(walletMicros - owedMicros)));
  const returned = downToCents(smaller(allRefundable, atLeastZero(totalMicros - owedMicros)));
  return {
    nowMicros,
    laterMicros: returned - nowMicros,
    lostMicros: atLeastZero(totalMicros - allRefundable - owedMicros),
  };
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);
const atLeastZero = (micros: bigint) => (micros > 0n ? micros : 0n);
const downToCents = (micros: bigint) => micros - (micros % MICROS_PER_CENT);
