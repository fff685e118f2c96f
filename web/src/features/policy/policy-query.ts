import { policy } from "@fairclick/core/clicks/policy";

export function useRules() {
  return policy;
}
