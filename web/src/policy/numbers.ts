import { policy } from "@fairclick/core/clicks/release-policy";
import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";

type PolicyNumbers = {
  windowSeconds: number;
  burstClicks: number;
  shared: { burstClicks: number };
};

/** The numbers of the server's policy, or this build's defaults until they are loaded. */
export function usePolicyNumbers(): PolicyNumbers {
  const { data } = useQuery(policyQuery);
  return { ...policy, ...data };
}
