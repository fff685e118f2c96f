import { policy } from "@fairclick/core/clicks/policy";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";

type PolicyNumbers = { windowSeconds: number; burstClicks: number };

/** The numbers that this server judges by; those of this build until it has told them. */
export function usePolicyNumbers(): PolicyNumbers {
  const { data } = useQuery(policyQuery);
  return data ?? policy;
}
