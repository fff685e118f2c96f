import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";

/**
 * The fee of new campaigns, in hundredths of a percent; 0 until the policy is loaded. The server
 * compares the fee that a request names with its own.
 */
export function useFeeBasisPoints(): number {
  const { data } = useQuery(policyQuery);
  return Math.round((data?.fee.percent ?? 0) * 100);
}
