import { Count, Money } from "./figures";
import { microsFromAmount } from "./format";

type PaidClicksProps = { clicks: number; perClick: number; dollars: number };

/** A number of clicks times their price; the number alone if the clicks had several prices. */
export function PaidClicks({ clicks, perClick, dollars }: PaidClicksProps) {
  const hasOnePrice = microsFromAmount(perClick) * BigInt(clicks) === microsFromAmount(dollars);
  return hasOnePrice ? (
    <>
      <Count of={clicks} /> × <Money dollars={perClick} />
    </>
  ) : (
    <Count of={clicks} />
  );
}
