import { type FeeTerms, NO_FEE } from "@fairclick/core/campaigns/fee";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";
import { microsFromAmount } from "../ui/format/exact-dollars";

/**
 * The fee of new campaigns; none until the policy is loaded. The server compares the fee that a request
 * names with its own.
 */
export function useFeeTerms(): FeeTerms {
  const { data } = useQuery(policyQuery);
  if (!data) return NO_FEE;
  return {
    basisPoints: Math.round(data.fee.percent * 100),
    minimumMicros: microsFromAmount(data.fee.minimumPerClick),
  };
}
