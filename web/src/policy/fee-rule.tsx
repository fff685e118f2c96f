import { useQuery } from "@tanstack/react-query";
import { policyQuery } from "../queries/policy";

/** The fee as a sentence; nothing until it is loaded. */
export function FeeRule() {
  const { data: policy } = useQuery(policyQuery);
  return policy ? <p>{policy.fee.rule}</p> : null;
}
