import type { MemberReaders } from "../screen/members-view";

/** For screens whose lists of accounts a test does not open. */
export const noMembers: MemberReaders = {
  related: () => Promise.reject(new Error("Not expected")),
  attack: () => Promise.reject(new Error("Not expected")),
};
